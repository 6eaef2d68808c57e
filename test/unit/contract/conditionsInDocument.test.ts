// The OpenAPI document names, for each operation, the headers that the one table says it obeys (domain/requestHeaders.ts).
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { printOpenapi } from '../../../src/contract/print/openapi.ts';
import { isRead, kindOfMethod, requestHeaders, table, type RequestKind } from '../../../src/domain/requestHeaders.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const contract = loadContract();
// The document as the standard says it is.
const { paths, components } = printOpenapi(contract) as unknown as Document;

const isCondition = (name: string): boolean => table.some(([, one]) => one.isCondition && one.name === name);

/** The names of the headers that an operation takes. */
function headersOf(path: string, method: string): string[] {
  const { parameters = [] } = paths[path]?.[method] ?? {};
  return parameters.flatMap(({ $ref, ...own }) => {
    const found = $ref === undefined ? own : components.parameters[$ref.split('/').at(-1) ?? ''];
    return found?.in === 'header' && found.name !== undefined ? [found.name] : [];
  });
}

const conditionsOf = (kind: RequestKind): string[] =>
  Object.values(requestHeaders).flatMap(({ name, kinds, isCondition: is }) =>
    is && kinds.some((one) => one === kind) ? [name] : [],
  );

describe('The OpenAPI document', () => {
  test.each(contract.resources.map(({ name, path, operations }) => ({ name, path, operations })))(
    'names the conditions of $name',
    ({ path, operations }) => {
      const one = `/n/v1/${path}/{urn}`;
      const methods = { READ: ['get'], UPDATE: ['put', 'patch'], DELETE: ['delete'] } as const;
      for (const operation of ['READ', 'UPDATE', 'DELETE'] as const) {
        if (!operations.has(operation)) continue;
        for (const method of methods[operation].filter((each) => paths[one]?.[each])) {
          const named = headersOf(one, method).filter(isCondition);
          expect([method, named]).toEqual([method, conditionsOf(kindOfMethod(method.toUpperCase()))]);
        }
      }
    },
  );

  test('names keys where they are read', () => {
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.startsWith('/n/v1/')) continue;
      for (const method of ['get', 'put', 'post', 'patch', 'delete'].filter((each) => operations[each])) {
        const [verb, isNamed] = [method.toUpperCase(), headersOf(path, method).includes('Idempotency-Key')];
        expect([path, method, isNamed]).toEqual([path, method, isRead('idempotency-key', kindOfMethod(verb), verb)]);
      }
    }
  });

  test('names all conditions of a write, or none', () => {
    const writes = conditionsOf('CHANGE').filter((name) => name !== 'If-None-Match');
    for (const [path, operations] of Object.entries(paths)) {
      for (const method of ['put', 'post', 'patch', 'delete'].filter((each) => operations[each])) {
        const named = headersOf(path, method).filter((name) => writes.includes(name));
        expect([path, method, named.length === 0 || named.length === writes.length]).toEqual([path, method, true]);
      }
    }
  });
});
