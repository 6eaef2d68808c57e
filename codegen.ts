// What graphql-codegen derives from schema/: the types of the arguments of every root field that people wrote, and those
// of the client package's documents. The printed SDL and the texts of those documents come from scripts/generate.ts, which runs first.
import type { CodegenConfig } from '@graphql-codegen/cli';
import { readSchema } from './src/contract/load.ts';
import { verbArguments, verbSchema } from './src/contract/print/verbTypes.ts';

const header = '// The arguments of the root fields. Written by `npm run generate`: edit schema/ instead.';

/** What the scalars of the schema are in TypeScript. */
export const scalars = {
  ID: 'string',
  DateTime: 'string',
  Date: 'string',
  URL: 'string',
  Long: 'string',
  JSON: 'unknown',
  WriteBody: 'Readonly<Record<string, unknown>>',
  LanguageTag: 'string',
  Decimal: 'string',
  EmailAddress: 'string',
  CurrencyCode: 'string',
  CountryCode: 'string',
};

const ofClients =
  '// What the documents of the client ask for and get. Written by `npm run generate`: edit client/documents/ instead.';

const clientConfig = {
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
  avoidOptionals: { field: true, inputValue: false, object: true, defaultValue: false },
  immutableTypes: true,
  skipTypename: true,
  scalars,
};

const config: CodegenConfig = {
  generates: {
    'src/generated/verbs.ts': {
      schema: verbSchema(),
      plugins: [{ add: { content: header } }, 'typescript', { add: { content: verbArguments(), placement: 'append' } }],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars,
      },
    },
    'client/src/generated/operations.ts': {
      schema: readSchema(),
      documents: 'client/documents/*.graphql',
      plugins: [{ add: { content: ofClients } }, 'typescript-operations'],
      config: clientConfig,
    },
  },
};

export default config;
