// Prints everything that is derived from schema/ by our own code and committed: the operations, the row types.
// `npm run generate` runs graphql-codegen after it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kind, OperationTypeNode, parse, stripIgnoredCharacters } from 'graphql';
import { loadContract } from '../src/contract/load.ts';
import { printApolloCache } from '../src/contract/print/apolloCache.ts';
import { printOperations } from '../src/contract/print/operations.ts';
import { printRows } from '../src/contract/print/rows.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const contract = loadContract();
mkdirSync(at('schema/generated'), { recursive: true });
mkdirSync(at('src/generated'), { recursive: true });
writeFileSync(at('schema/generated/operations.graphql'), printOperations(contract));
writeFileSync(at('src/generated/rows.ts'), printRows(contract));
writeFileSync(at('schema/generated/apolloCache.json'), `${JSON.stringify(printApolloCache(), null, 2)}\n`);
mkdirSync(at('client/src/generated'), { recursive: true });
writeFileSync(at('client/src/generated/documents.ts'), printDocuments(at('client/documents')));

// The texts of the client's documents; codegen.ts writes their types beside them.
function printDocuments(folder: string): string {
  const documents = readdirSync(folder)
    .sort()
    .map((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      const [operation] = parse(text).definitions;
      if (operation?.kind !== Kind.OPERATION_DEFINITION || !operation.name)
        throw new Error(`${file} names no operation`);
      const name = operation.name.value;
      const type = `${name}${operation.operation === OperationTypeNode.QUERY ? 'Query' : 'Mutation'}`;
      return { name, type, text: stripIgnoredCharacters(text) };
    });
  return [
    '// The documents of the client, ready to run. Written by `npm run generate`: edit client/documents/ instead.',
    `import type { TypedDocument } from '../graph.ts';`,
    `import type { ${documents.flatMap(({ type }) => [type, `${type}Variables`]).join(', ')} } from './operations.ts';`,
    // A text is a document; its types are those that graphql-codegen finds in the same file.
    ...documents.map(
      ({ name, type, text }) =>
        `/** ${name}: see client/documents. */\nexport const ${name} = ${JSON.stringify(text)} as unknown as TypedDocument<${type}, ${type}Variables>;`,
    ),
    '',
  ].join('\n');
}
