// Prints everything that is derived from schema/ by our own code: the operations, the OpenAPI document, the row types.
// `npm run generate` runs graphql-codegen after it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadContract } from '../src/contract/load.ts';
import { printApolloCache } from '../src/contract/print/apolloCache.ts';
import { printOpenapi } from '../src/contract/print/openapi.ts';
import { printOperations } from '../src/contract/print/operations.ts';
import { printRows } from '../src/contract/print/rows.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const contract = loadContract();
mkdirSync(at('schema/generated'), { recursive: true });
mkdirSync(at('src/generated'), { recursive: true });
writeFileSync(at('schema/generated/operations.graphql'), printOperations(contract));
writeFileSync(at('src/generated/rows.ts'), printRows(contract));
writeFileSync(at('schema/generated/openapi.json'), `${JSON.stringify(printOpenapi(contract), null, 2)}\n`);
writeFileSync(at('schema/generated/apolloCache.json'), `${JSON.stringify(printApolloCache(), null, 2)}\n`);
