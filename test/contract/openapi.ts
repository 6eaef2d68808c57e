// Validates answers against the OpenAPI document: an answer it does not describe fails the test that received it.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { RestAnswer } from '../support/client.ts';

interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: Readonly<Record<string, { readonly schema: unknown }>>; readonly $ref?: string }
    >
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses?: Readonly<Record<string, Operation['responses'][string]>> };
}

const file = new URL('../../schema/generated/openapi.json', import.meta.url);
// The generator's own type, checked by openapi.test.ts.
const document = JSON.parse(readFileSync(file, 'utf8')) as Document;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
ajv.addFormat('iri-reference', true);
ajv.addSchema({ ...document, $id: 'openapi' });
const validators = new Map<string, ValidateFunction>();

/** Fails when the answer to `method path` does not match the document. `template` is the path as written there. */
export function expectDescribed(method: string, template: string, answer: RestAnswer): void {
  const operation = document.paths[template]?.[method.toLowerCase()];
  expect(operation, `${method} ${template} is not described`).toBeDefined();
  const named = operation?.responses[String(answer.status)] ?? operation?.responses['default'];
  expect(named, `${method} ${template} does not describe ${String(answer.status)}: ${answer.text}`).toBeDefined();
  const response = named?.$ref ? document.components.responses?.[named.$ref.split('/').at(-1) ?? ''] : named;
  const schema = response?.content?.['application/json']?.schema;
  if (schema === undefined) {
    expect(answer.text, `${method} ${template} ${String(answer.status)} has no body in the document`).toBe('');
    return;
  }
  const validate = validatorFor(schema);
  const isValid = validate(answer.body);
  expect(
    isValid ? [] : validate.errors?.map((e) => `${e.instancePath} ${e.message ?? ''} ${JSON.stringify(e.params)}`),
    answer.text.slice(0, 2000),
  ).toEqual([]);
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
