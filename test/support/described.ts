// Compares answers with the OpenAPI document, without a test around them.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

/** What is compared of an answer. */
export interface ComparedAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

/** A JSON object of the document. */
export type Described = Readonly<Record<string, unknown>>;

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
  readonly $ref?: string;
}

/** One operation of the document. */
export interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Described[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Described }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses?: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Described>>;
    readonly schemas: Readonly<Record<string, Described>>;
  };
}

const file = new URL('../../schema/generated/openapi.json', import.meta.url);

/** The document as it is printed; its form is checked by the linter. */
export const openapi = JSON.parse(readFileSync(file, 'utf8')) as Document;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
ajv.addFormat('iri-reference', true);
ajv.addSchema({ ...openapi, $id: 'openapi' });
const validators = new Map<string, ValidateFunction>();

/** In what the answer to `method path` differs from the document; `template` is the path as written there. */
export function differences(method: string, template: string, answer: ComparedAnswer): string[] {
  const name = `${method} ${template}`;
  const operation = openapi.paths[template]?.[method.toLowerCase()];
  if (!operation) return [`${name} is not described`];
  const named = operation.responses[String(answer.status)] ?? operation.responses['default'];
  if (!named) return [`${name} does not describe ${String(answer.status)}: ${answer.text}`];
  const response = named.$ref ? openapi.components.responses?.[named.$ref.split('/').at(-1) ?? ''] : named;
  const schema = response?.content?.['application/json']?.schema;
  if (schema === undefined) {
    const isOther = Object.keys(response?.content ?? {}).length > 0;
    return answer.text === '' || isOther ? [] : [`${name} ${String(answer.status)} has no body in the document`];
  }
  const validate = validatorFor(schema);
  if (validate(answer.body)) return [];
  return (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ''} ${JSON.stringify(e.params)}`);
}

function validatorFor(schema: unknown): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  const rooted = JSON.parse(key.replaceAll('"#/', '"openapi#/')) as object;
  const made = ajv.compile(rooted);
  validators.set(key, made);
  return made;
}
