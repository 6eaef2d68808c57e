// What the linter holds: the bugs of a server (lost promises, forgotten cases, unchecked `any`), the house's own rules of
// form, and descriptions and names in schema/. Layout is Prettier's business; which room may import which is
// .dependency-cruiser.cjs's.
import { builtinModules } from 'node:module';
import eslint from '@eslint/js';
import graphqlPlugin from '@graphql-eslint/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { houseRules } from './scripts/houseRules.js';

const typescript = ['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts', '*.ts'];
const bareBuiltins = builtinModules.filter((name) => !name.includes(':'));

const described = {
  types: true,
  DirectiveDefinition: true,
  FieldDefinition: true,
  ignoredSelectors: [
    // What these mean is said once: by the field they stand on, or by what they follow from (contract/print).
    'InputValueDefinition[name.value=/^(first|after|last|before|where|orderBy|urns?|input|expectedVersion|item|entry|blocker|thread|identity|domain|token|checks?)$/]',
    'DirectiveDefinition > InputValueDefinition',
  ],
};

export default defineConfig(
  globalIgnores([
    'node_modules/',
    'dist/',
    'coverage/',
    'data/',
    'src/generated/',
    'pages/built/',
    'desk/built/',
    'desk/made/',
    'generators/made/',
  ]),

  // Plain JavaScript: the tools' own configuration and scripts.
  {
    files: ['**/*.js', '**/*.cjs'],
    extends: [eslint.configs.recommended],
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: { module: 'writable' } } },
  {
    files: ['scripts/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
      },
    },
  },
  { files: ['pages/*.js', 'desk/*.js'], languageOptions: { globals: { process: 'readonly' } } },

  // The pages, the peers of the bench and the generators have packages of their own, which are not installed with those of the service: what
  // needs no types.
  {
    files: ['pages/**/*.ts', 'pages/**/*.tsx', 'desk/**/*.ts', 'desk/**/*.tsx', 'bench/**/*.ts', 'generators/**/*.ts'],
    extends: [eslint.configs.recommended, tseslint.configs.recommended],
  },

  // Everything written in TypeScript.
  {
    files: typescript,
    extends: [eslint.configs.recommended, tseslint.configs.strictTypeChecked],
    plugins: { house: houseRules },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Bugs.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Spreading a text gives its code points, which is what the service counts.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Options of foreign classes (EntitySchema) are given as literals; enums exist only in foreign types.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // A handler may have to be async without having anything to wait for.
      '@typescript-eslint/require-await': 'off',
      // Columns of a row are unknown to the compiler and text by the contract; String() is how they are read.
      '@typescript-eslint/no-base-to-string': 'off',
      // What a type knows is read by its name; what it does not know, in brackets.
      '@typescript-eslint/dot-notation': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-else-return': 'error',
      'no-restricted-imports': [
        'error',
        { paths: bareBuiltins.map((name) => ({ name, message: `Write 'node:${name}'.` })) },
      ],

      // Size: where a file or a function is surely too long.
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],

      // Form.
      'house/opening-comment': 'error',
      'house/file-name': 'error',
    },
  },

  // The service itself.
  {
    files: ['src/**/*.ts'],
    rules: {
      'house/cast-says-why': 'error',
      'house/exports-are-documented': 'error',
      // What belongs together travels in one argument.
      'max-params': ['error', { max: 4 }],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=let]',
          message: 'No module-level state: hold it in what app.ts puts together.',
        },
        {
          selector: 'TSInterfaceBody > TSPropertySignature[readonly=false]',
          message: 'Properties of an interface are readonly.',
        },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only src/config/config.ts reads the environment: take the value as an argument.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...bareBuiltins.map((name) => ({ name, message: `Write 'node:${name}'.` })),
            {
              name: 'node:process',
              message: 'Use the global `process`; the environment is read in src/config/config.ts only.',
            },
          ],
        },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'sharp',
              message: 'Load it with the first picture, as src/files/image.ts does: it takes 20 MB.',
              allowTypeImports: true,
            },
          ],
        },
      ],
    },
  },
  // What callers send is matched in time that grows with its length: a pattern that tries each run from every place in it stops the
  // process for minutes on one long body.
  {
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-move': 'error', 'regexp/no-super-linear-backtracking': 'error' },
  },
  { files: ['src/config/config.ts'], rules: { 'no-restricted-properties': 'off' } },
  // A migration is read once, from top to bottom, and named with its time by TypeORM.
  {
    files: ['src/database/migrations/**/*.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', 'house/file-name': 'off' },
  },

  // Tests: one `describe` is one function, and what comes back over the wire is `any` until it is compared.
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Our own objects are compared and thrown on purpose.
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  // Files of one worker share a service, which would wait for ever for timers that a test has faked.
  {
    files: ['test/**/*.ts'],
    ignores: ['test/unit/**', 'test/support/fakeTimers.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'useFakeTimers', message: 'Use fakeTimers of test/support/fakeTimers.ts.' },
      ],
    },
  },
  // The specification's tables, typed in by hand, are as long as the specification.
  { files: ['test/contract/spec*.ts'], rules: { 'max-lines': 'off' } },
  { files: ['scripts/**/*.ts'], rules: { 'no-console': 'off' } },
  // Benches know the shape they asked for, as tests do.
  {
    files: ['scripts/bench/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },

  // The contract, each file by itself. Whether the whole is a valid schema is proven by `npm run generate`.
  {
    files: ['schema/**/*.graphql'],
    plugins: { '@graphql-eslint': graphqlPlugin },
    languageOptions: {
      parser: graphqlPlugin.parser,
    },
    rules: {
      // Descriptions are the documentation users read. Values of an enum , the four arguments of every page, and the
      // arguments of a described directive may speak for themselves.
      '@graphql-eslint/require-description': ['error', { ...described, InputValueDefinition: true }],
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          Argument: 'camelCase',
          DirectiveDefinition: 'camelCase',
          // The grant types are words of RFC 6749.
          EnumValueDefinition: {
            style: 'UPPER_CASE',
            ignorePattern: '^(client_credentials|authorization_code|refresh_token)$',
          },
        },
      ],
      '@graphql-eslint/no-hashtag-description': 'error',
      '@graphql-eslint/require-deprecation-reason': 'error',
    },
  },
  // Printed inputs repeat the fields they set.
  {
    files: ['schema/generated/**/*.graphql'],
    rules: { '@graphql-eslint/require-description': ['error', described] },
  },
);
