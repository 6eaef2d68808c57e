// The OpenAPI document and the registered routes, compared in both directions, and checked by linting rules: every
// registered path and method has an operation, every operation a route, and Redocly reports nothing.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { printOpenapi } from '../../src/contract/print/openapi.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import { registerRest } from '../../src/rest/router.ts';
import { contextsOf, sampleContext, sampleUrn } from '../unit/rest/sampleRows.ts';

const contract = loadContract();
const { paths } = JSON.parse(JSON.stringify(printOpenapi(contract))) as {
  paths: Record<string, Record<string, unknown>>;
};
const methods = ['get', 'post', 'put', 'patch', 'delete'];

// The names of parameters are not part of a path; the view's parameter may contain slashes.
const shape = (path: string): string => path.replace(/:\w+|\{\w+\}|\*/g, '{}');

async function routes(): Promise<Set<string>> {
  const app = Fastify();
  const found = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    // The fallback for other methods of every path, and older clients' slash at the end of a list's name.
    if (url === '/n/v1/*' || url === '/v/v1/*' || url.endsWith('/')) return;
    for (const one of [method].flat()) {
      const name = one.toLowerCase();
      if (methods.includes(name)) found.add(`${name} ${shape(url)}`);
    }
  });
  registerRest(app, { contract, contexts: contextsOf(() => Promise.reject(new ServiceError('UNAUTHENTICATED'))) });
  await app.ready();
  await app.close();
  return found;
}

test('Every route of the REST face has an operation, and every operation a route.', async () => {
  const operations = Object.entries(paths)
    .filter(([path]) => /^\/(n|v)\/v1|^\/\.well-known\/webhook-keys/.test(path))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${shape(path)}`))
    .filter((operation) => methods.includes(operation.split(' ')[0] ?? ''));
  expect([...new Set(operations)].sort()).toEqual([...(await routes())].sort());
});

test('Whatever is posted or patched below /n/v1 may be sent under an Idempotency-Key.', () => {
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods.filter((one) => item[one] !== undefined)) {
      const isKeyed = path.startsWith('/n/v1/') && (method === 'post' || method === 'patch');
      const isSaid = JSON.stringify(item[method]).includes('"#/components/parameters/idempotencyKey"');
      expect([path, method, isSaid]).toEqual([path, method, isKeyed]);
    }
  }
});

test('Each read takes a Read-Position, and the success of each write gives one.', () => {
  for (const [path, item] of Object.entries(paths).filter(([one]) => /^\/[nv]\/v1\//.test(one))) {
    for (const method of methods.filter((one) => item[one] !== undefined)) {
      // An operation, as the document has it.
      const operation = item[method] as { responses: Record<string, unknown> };
      const text = JSON.stringify(operation);
      expect([path, method, text.includes('/parameters/readPosition"')]).toEqual([path, method, method === 'get']);
      for (const [status, answer] of Object.entries(operation.responses)) {
        const gives = JSON.stringify(answer).includes('"#/components/headers/Read-Position"');
        expect([path, method, status, gives]).toEqual([path, method, status, method !== 'get' && /^2/.test(status)]);
        if (gives) expect(Object.keys(answer as object)).not.toContain('$ref');
      }
    }
  }
});

test('Every REST form of a verb is a route.', async () => {
  const registered = await routes();
  const forms = [...contract.verbs.values()].flatMap(({ rest }) => rest);
  const missing = forms.filter(
    ({ method, path }) => !path.includes('{list}') && !registered.has(`${method.toLowerCase()} ${shape(path)}`),
  );
  expect(missing).toEqual([]);
});

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
}

// Whatever `$ref` names among the components of the document.
const { components } = JSON.parse(JSON.stringify(printOpenapi(contract))) as {
  components: { parameters: Record<string, Parameter> };
};
const resolved = (one: Parameter): Parameter =>
  one.$ref === undefined ? one : (components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? {});

test('Every path takes the parameters that its operation describes, and no other.', async () => {
  const app = Fastify();
  app.setErrorHandler((error, _, reply) => reply.code(500).send({ message: String(error) }));
  registerRest(app, { contract, contexts: contextsOf(async () => sampleContext(contract, {})) });
  await app.ready();
  const send = async (method: string, url: string): Promise<string> => {
    // What is written while it is read breaks off, as there is no database: then the parameters were accepted.
    const answer = await app.inject({ method: method.toUpperCase() as 'GET', url }).catch(() => null);
    return answer?.body ?? '';
  };
  const wrong: string[] = [];
  for (const [path, item] of Object.entries(paths).filter(([at]) => /^\/(n|v)\/v1/.test(at))) {
    const shared = (item['parameters'] ?? []) as Parameter[];
    for (const method of methods.filter((one) => one in item)) {
      const own = (item[method] as { parameters?: Parameter[] }).parameters ?? [];
      const names = [...shared, ...own].map(resolved).filter((one) => one.in === 'query');
      const url = path.replace(/\{\w+\}/g, sampleUrn('Task'));
      const query = names.map(({ name = '' }) => `${name === 'filter' ? 'filter[urn]' : name}=`).join('&');
      const described = await send(method, `${url}?${query}`);
      if (described.includes('no such parameter')) wrong.push(`${method} ${path}: ${described}`);
      const other = await send(method, `${url}?${query}&zzzz=1`);
      if (!other.includes('zzzz: The parameter does not exist on this path.'))
        wrong.push(`${method} ${path} takes zzzz: ${other}`);
    }
  }
  await app.close();
  expect(wrong).toEqual([]);
});

test('Redocly reports neither an error nor a warning for the document.', async () => {
  const source = JSON.stringify(printOpenapi(contract));
  // That the examples are as the schemas beside them say is tried in openapi.test.ts, in a quarter of the time.
  const rules = { 'no-invalid-media-type-examples': 'off' } as const;
  const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended'], rules }) });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});
