// The generated OpenAPI document: valid, complete, deterministic, and its schemas accept valid bodies and refuse
// invalid ones.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { kindOf } from '../../src/actions/kinds.ts';
import { computeOf } from '../../src/engine/fields.ts';
import { loadContract } from '../../src/contract/load.ts';
import { contentOf, printOpenapi } from '../../src/contract/print/openapi.ts';
import { resourceOf } from '../../src/contract/resource.ts';
import { errorCatalog, notFound } from '../../src/domain/errors.ts';
import { errorBody } from '../../src/rest/response/errors.ts';
import { represent } from '../../src/rest/response/represent.ts';
import { writeJson } from '../../src/rest/response/writeJson.ts';
import { endpoints, spec } from '../contract/spec.ts';
import { quicklyCompiled } from '../support/openapi.ts';
import { sampleContext, sampleRow } from '../unit/rest/sampleRows.ts';

const contract = loadContract();
const text = JSON.stringify(printOpenapi(contract));
const openapi = JSON.parse(text);
const { schemas } = openapi.components;

const ajv = new Ajv2020({ strict: false, allErrors: true, ...quicklyCompiled });
addFormats.default(ajv);
ajv.addFormat('iri-reference', true);
ajv.addSchema({ $id: 'openapi', ...openapi });
const validator = (name: string): ValidateFunction => ajv.compile({ $ref: `openapi#/components/schemas/${name}` });

const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
  Object.entries(item as object)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
);

describe('the document', () => {
  it('is OpenAPI 3.1 and deterministic', () => {
    expect(openapi.openapi).toBe('3.1.0');
    expect(JSON.stringify(printOpenapi(loadContract()))).toBe(text);
  });

  it('has valid JSON Schema (2020-12) in every component', () => {
    for (const name of Object.keys(schemas)) {
      expect(ajv.validateSchema(schemas[name]), `${name}: ${ajv.errorsText()}`).toBe(true);
      expect(() => validator(name), name).not.toThrow();
    }
  }, 120_000);

  // Clients have a name for each list of words and each schema, take a status for a number, and a member with a default for one that is there.
  it('is one that generators take', () => {
    const found = { unnamed: [] as string[], inside: [] as string[], defaults: [] as string[], ranges: [] as string[] };
    const look = (part: unknown, path: readonly string[]): void => {
      if (typeof part !== 'object' || part === null) return;
      const at = path.join('/');
      const isSent = path.includes('requestBody') || /^components\/schemas\/(Create|Update|\w+Input)/.test(at);
      for (const [name, member] of Object.entries(part)) {
        if (name === 'enum' && path.length !== 3) found.unnamed.push(at);
        if (name === '$ref' && String(member).split('/').length !== 4) found.inside.push(at);
        if (name === 'default' && isSent && path.at(-1) !== 'properties') found.defaults.push(at);
        if (/^[1-5]XX$/i.test(name)) found.ranges.push(at);
        look(member, [...path, name]);
      }
    };
    look(openapi, []);
    expect(found).toEqual({ unnamed: [], inside: [], defaults: [], ranges: [] });
  });

  it('holds nothing that nothing refers to', () => {
    for (const group of ['schemas', 'parameters', 'headers', 'responses', 'examples'])
      for (const name of Object.keys(openapi.components[group]))
        expect(text.includes(`"#/components/${group}/${name}"`), `${group}/${name}`).toBe(true);
  });

  it('has a part for content alone, which is whole', () => {
    const part = contentOf(contract, openapi);
    const content = JSON.stringify(part);
    expect(
      Object.keys(part.paths).filter((path) => /\/(entity|textitem|entityview|image)(\/\{urn\})?$/.test(path)),
    ).toEqual([
      '/n/v1/entity',
      '/n/v1/entity/{urn}',
      '/n/v1/textitem',
      '/n/v1/textitem/{urn}',
      '/v/v1/entityview/{urn}',
      '/v/v1/entityview',
      '/v/v1/image/{urn}',
    ]);
    expect(Object.keys(part.paths).filter((path) => /project|role|oauth2|webhook|search/.test(path))).toEqual([]);
    expect(part.webhooks).toBeUndefined();
    expect(content.length).toBeLessThan(text.length / 2);
    for (const [, group = '', name = ''] of content.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(part.components[group], name).toHaveProperty(name);
    expect(part.tags.map(({ name }) => name)).toContain('Entity');
    expect(part.tags.map(({ name }) => name)).not.toContain('Task');
  });

  it('refers to nothing that does not exist', () => {
    const found = new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer]) => pointer ?? ''));
    const missing = [...found].filter((pointer) => {
      const steps = pointer
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      return steps.reduce((value, step) => value?.[step], openapi) === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('names every operation once, with its description and its errors', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { at, operation } of operations) {
      expect(operation.summary, at).toMatch(/\w/);
      expect(operation.responses.default, at).toBeDefined();
    }
  });

  it('names kinds in its summaries by words, not by their paths', () => {
    const run = contract.resources
      .filter(({ name }) => /.[A-Z]/.test(name))
      .flatMap(({ path, plural }) => [path, plural]);
    const summaries = operations.flatMap(({ operation }) => String(operation.summary).split(/[ :,]/));
    expect(summaries.filter((word) => run.includes(word))).toEqual([]);
  });

  it('declares every parameter of a path', () => {
    for (const path of Object.keys(openapi.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = JSON.stringify(openapi.paths[path].parameters ?? []);
      for (const name of named)
        expect(declared, path).toMatch(new RegExp(`/parameters/${String(name)}"|"name":"${String(name)}"`));
    }
  });

  it('has every stated endpoint, with its label', () => {
    for (const { path } of endpoints) {
      expect(openapi.paths[path]?.get?.responses['200']['x-label'], path).toBe('READ_SUCCESS');
    }
  });

  it('has every method of the path catalog except the operator’s own', () => {
    const methods = { C: ['post'], R: ['get'], U: ['put', 'patch'], P: ['patch'], D: ['delete'], L: ['get'] } as const;
    const missing = spec
      .filter(({ name }) => contract.byName.has(name))
      .flatMap((kind) =>
        kind.verbs
          .filter((verb) => kind.only?.[verb] === undefined)
          .flatMap((verb) => {
            const path = verb === 'C' || verb === 'L' ? `/n/v1/${kind.path}` : `/n/v1/${kind.path}/{urn}`;
            return methods[verb]
              .filter((method) => !openapi.paths[path]?.[method])
              .map((method) => `${method} ${path}`);
          }),
      );
    expect(missing).toEqual([]);
  });

  it('states the limits of the interface', () => {
    expect(schemas.CreateTask.properties.title).toMatchObject({ type: 'string', maxLength: 1024 });
    expect(schemas.CreateTask.required).toContain('blockedBy');
    expect(schemas.CreateTask.properties.priority.description).toMatch(/ Absent: "NONE"\.$/);
    expect(schemas.CreateThreadPost.properties.content).toMatchObject({ minLength: 1, maxLength: 1024 });
    expect(schemas.CreateWebhookSubscription.properties.secret).toMatchObject({ writeOnly: true, minLength: 16 });
    expect(schemas.UpdateTask.required).toBeUndefined();
    expect(schemas.UpdateGroupMembership.properties).not.toHaveProperty('group');
    expect(schemas.ErrorCode.enum).toEqual(Object.keys(errorCatalog));
  });
});

/** What describes a body of one media type. */
interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;
}

/** What describes an operation. */
interface Described {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

const followed = <T>(value: T & { readonly $ref?: string }): T =>
  value.$ref
    ?.split('/')
    .slice(1)
    .reduce((at, step) => at[step], openapi) ?? value;

// Each body of an operation, by where it stands: what is sent, and what each status answers.
const bodiesOf = (at: string, { requestBody, responses }: Described): (readonly [string, Media])[] =>
  Object.entries({ request: requestBody ?? {}, ...responses }).flatMap(([part, body]) =>
    Object.entries(followed(body as object & { content?: Record<string, Media> }).content ?? {})
      // Bytes, and pages for people.
      .filter(([type]) => !/^image|^text\/html/.test(type))
      .map(([type, media]) => [`${at} ${part} ${type}`, media] as const),
  );

const examplesOf = ({ example, examples = {} }: Media): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map((one) => followed(one).value),
];

describe('examples', () => {
  const webhooks = Object.entries<{ readonly post: Described }>(openapi.webhooks);
  const sent = webhooks.map(([at, { post }]) => ({ at, operation: post }));
  const bodies = [...operations, ...sent].flatMap(({ at, operation }) => bodiesOf(at, operation));

  it('stand beside the body of every request, answer, error and webhook', () => {
    expect(sent.length).toBeGreaterThan(100);
    expect(bodies.length).toBeGreaterThan(9_000);
    expect(bodies.filter(([, media]) => examplesOf(media).length === 0).map(([at]) => at)).toEqual([]);
  });

  it('are as the schemas beside them say', () => {
    const named = new Map<string, ValidateFunction>();
    const kept = (schema: object): ValidateFunction => {
      const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
      const validate = named.get(text) ?? ajv.compile(JSON.parse(text));
      named.set(text, validate);
      return validate;
    };
    const wrong = bodies.flatMap(([at, media]) => {
      const validate = kept(media.schema);
      const failed = examplesOf(media).filter((one) => !validate(one));
      return failed.length === 0 ? [] : [`${at}: ${ajv.errorsText(validate.errors)}`];
    });
    expect(wrong).toEqual([]);
  });

  it('say something: no text is a mere stand-in', () => {
    const isStandIn = (value: unknown): boolean =>
      typeof value === 'object' && value !== null ? Object.values(value).some(isStandIn) : value === 'text';
    const found = bodies.filter(([, media]) => examplesOf(media).some(isStandIn)).map(([at]) => at);
    expect(found).toEqual([]);
  });

  it('show each code of the status that they are of', () => {
    for (const [code, { status }] of Object.entries(errorCatalog)) {
      const { examples } = openapi.components.responses[`E${String(status)}`]?.content['application/json'] ?? {};
      // A status that no operation names is a failure like any other.
      if (examples) expect(examples[code].value).toMatchObject({ code, httpCode: status, status });
    }
  });

  it('tell of each event under its own type', () => {
    for (const { at, operation } of sent) {
      const [media] = bodiesOf(at, operation).map(([, one]) => one);
      expect(examplesOf(media as Media)).toMatchObject([{ type: at }]);
    }
  });
});

describe('schemas of answers', () => {
  // A search answers hits, which its own code finds.
  const complete = contract.resources.filter(({ name }) => name !== 'Search');

  it.each(contract.resources.map((resource) => [resource.name, resource] as const))(
    'every computed field of %s has code',
    (_, resource) => {
      const computed = resource.fields.filter(
        (f) => f.storage === 'COMPUTED' && f.typeClass !== 'HISTORY' && !f.isPaged,
      );
      const withoutCode = computed.filter((field) => computeOf(kindOf(resource), resource, field) === null);
      expect(withoutCode.map(({ name }) => name)).toEqual([]);
    },
  );

  it.each(complete.map(({ name }) => name))('match a %s with every member, and refuse a wrong one', async (name) => {
    const validate = validator(name);
    const answer = await represent(sampleContext(contract), {
      resource: resourceOf(contract, name),
      row: sampleRow(contract, name),
    });
    const body = JSON.parse(writeJson(answer));
    expect(validate(body), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ ...body, surprise: 1 })).toBe(false);
    expect(validate({ ...body, urn: 7 })).toBe(false);
    const { version: _, ...without } = body;
    expect(validate(without)).toBe(false);
  });

  it('match a selection of members, which holds at least urn and url', () => {
    const validate = validator('TaskSelection');
    const least = { urn: '0190f3a0-0000-7000-8000-000000000000', url: 'https://api.example/n/v1/task/x' };
    expect(validate({ ...least, title: 'a' })).toBe(true);
    expect(validate({ title: 'a' })).toBe(false);
    expect(validate({ ...least, title: 7 })).toBe(false);
  });

  it('match an error', () => {
    const { body } = errorBody(notFound(), { url: '/n/v1/task/x', id: 'r-1', accept: undefined });
    const validate = validator('Error');
    expect(validate(body), ajv.errorsText(validate.errors)).toBe(true);
    expect(validate({ ...body, code: 'OTHER' })).toBe(false);
  });
});
