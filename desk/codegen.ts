// The types of the desk's documents, made from the schema of the service into made/, which is not committed: what is built
// holds no types.
import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from '../codegen.ts';
import { readSchema } from '../src/contract/load.ts';

const config: CodegenConfig = {
  schema: readSchema(),
  documents: ['src/**/*.ts', 'src/**/*.tsx'],
  generates: {
    'made/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars,
      },
    },
  },
};

export default config;
