// Compares answers with the OpenAPI document, without a test around them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { openapi, quicklyCompiled } from './openapi.ts';

/** What is compared of an answer. */
export interface ComparedAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, ...quicklyCompiled });
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
