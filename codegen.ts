// What graphql-codegen derives from schema/: the types of the arguments of every root field that people wrote. The printed
// SDL and the OpenAPI document come from scripts/generate.ts, which runs first.
import type { CodegenConfig } from '@graphql-codegen/cli';
import { verbArguments, verbSchema } from './src/contract/print/verbTypes.ts';

const header = '// The arguments of the root fields. Written by `npm run generate`: edit schema/ instead.';

const config: CodegenConfig = {
  schema: verbSchema(),
  generates: {
    'src/generated/verbs.ts': {
      plugins: [{ add: { content: header } }, 'typescript', { add: { content: verbArguments(), placement: 'append' } }],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: {
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
        },
      },
    },
  },
};

export default config;
