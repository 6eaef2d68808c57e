// What `npm run generate` derives from schema/: the graph's types and resolver signatures. The printed SDL and the
// OpenAPI document come from scripts/generate.ts, which runs first.
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema/**/*.graphql',
  generates: {
    'src/generated/graphql.ts': {
      plugins: [
        {
          add: {
            content:
              "// The graph's types and resolver signatures. Written by `npm run generate`: edit schema/ instead.",
          },
        },
        'typescript',
        'typescript-resolvers',
      ],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        // Lets `Resolvers` be handed to the schema builder without a cast.
        useIndexSignature: true,
        // Nothing below graphql/ may be imported from here, so the context stays open: write `Resolvers<GraphContext>`.
        contextType: 'unknown',
        strictScalars: true,
        scalars: {
          ID: 'string',
          DateTime: 'string',
          Date: 'string',
          URL: 'string',
          Long: 'string',
          JSON: 'unknown',
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
