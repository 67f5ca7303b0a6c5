import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import angular from 'angular-eslint';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import { kenny } from './tools/lint/plugin.mjs';

const SPECS = [
  '**/*.spec.ts',
  '**/*.e2e-spec.ts',
  '**/e2e/**/*.ts',
  'apps/product-e2e/**/*.ts',
  '**/test/**/*.ts',
  'libs/testing/**',
  'libs/acp/src/testing/**',
];
const PURE = [
  'libs/acp/**',
  'libs/gate/**',
  'libs/guard/**',
  'libs/handshake/**',
  'libs/health/**',
  'libs/jsonrpc/**',
  'libs/kernel/**',
  'libs/linear-match/**',
  'libs/session/**',
  'apps/agent/**',
  'apps/agentctl/**',
];

const only = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });

/** Code that reads the environment or ends the process: the edges of the program. */
const EDGES = [
  'apps/*/src/main.ts',
  'apps/agentctl/src/mcp-bridge.ts',
  'apps/server/src/cli/**',
  'apps/agent/src/cli/**',
  'apps/server/src/config/**',
  'apps/agent/src/config/**',
  'apps/agent/src/platform/windows/environment.ts',
];

const noEnvironment = {
  object: 'process',
  property: 'env',
  message: 'Only configuration code reads the environment; take AppConfig.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/bundle/**',
      '**/out-tsc/**',
      '**/coverage/**',
      '**/node_modules/**',
      '.nx/**',
      '.angular/**',
      '.kenny/**',
      'libs/*/src/generated/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // An empty method body is how a decorator-only class or a no-op callback reads best.
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': ['error', { max: 400 }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx, kenny },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          // Nx knows libraries, not their entries: only the guard's `operator-rules` is loaded late.
          checkDynamicDependenciesExceptions: ['@kenny/guard', '@kenny/guard/fs'],
          depConstraints: [
            only('type:kernel'),
            only('type:contract', 'type:kernel'),
            only('type:linear-match'),
            only('type:jsonrpc', 'type:kernel'),
            only('type:lib', 'type:kernel', 'type:contract', 'type:linear-match', 'type:jsonrpc'),
            only('type:testing', 'type:kernel', 'type:contract', 'type:lib'),
            only(
              'type:app',
              'type:kernel',
              'type:contract',
              'type:jsonrpc',
              'type:lib',
              'type:testing',
            ),
            only('platform:any', 'platform:any'),
            only('platform:node', 'platform:any', 'platform:node'),
            only('platform:web', 'platform:any'),
          ],
        },
      ],
      'kenny/layers': 'error',
      'kenny/no-circles': 'error',
    },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: SPECS,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@kenny/testing', message: 'Only specs may import @kenny/testing.' },
            { name: '@kenny/acp/testing', message: 'Only specs may import @kenny/acp/testing.' },
          ],
        },
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['apps/server/src/**/*.ts'],
    ignores: ['apps/server/src/database/**', ...SPECS],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='transaction']",
          message: 'Write through Writer.write (D2): one connection mixes concurrent transactions.',
        },
        { selector: "Identifier[name='forwardRef']", message: 'Break the circle instead.' },
      ],
    },
  },
  {
    files: PURE,
    ignores: SPECS,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@kenny/contract',
              message: 'Import @kenny/contract/agent: no DTO classes here.',
            },
            { name: '@kenny/testing', message: 'Only specs may import @kenny/testing.' },
          ],
          patterns: [
            {
              group: ['class-validator', 'class-transformer', '@nestjs/*', 'typeorm'],
              message: 'Not in the agent or in pure libraries (design §1.1).',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/dashboard/src/**/*.ts'],
    extends: [...angular.configs.tsRecommended],
    processor: angular.processInlineTemplates,
    rules: {
      '@angular-eslint/component-selector': [
        'error',
        { type: 'element', prefix: 'kenny', style: 'kebab-case' },
      ],
      '@angular-eslint/prefer-on-push-component-change-detection': 'off',
    },
  },
  {
    files: ['apps/dashboard/src/**/*.ts', 'libs/client/src/**/*.ts'],
    ignores: SPECS,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@kenny/contract',
              message: 'Import @kenny/contract/web: no DTO classes here.',
            },
            { name: '@kenny/testing', message: 'Only specs may import @kenny/testing.' },
          ],
          patterns: [
            {
              group: ['class-validator', 'class-transformer', '@nestjs/*', 'typeorm', 'node:*'],
              message: 'Not in a browser (design §1).',
            },
            {
              group: ['@kenny/contract/*', '!@kenny/contract/web'],
              message: 'Import @kenny/contract/web: the other entries are for Node.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/dashboard/src/**/*.html'],
    extends: [...angular.configs.templateRecommended, ...angular.configs.templateAccessibility],
    rules: {
      '@angular-eslint/template/no-inline-styles': [
        'error',
        { allowNgStyle: false, allowBindToStyle: true },
      ],
    },
  },
  {
    files: ['apps/dashboard/public/**/*.js'],
    languageOptions: { globals: { document: 'readonly', localStorage: 'readonly' } },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: [...EDGES, ...SPECS],
    rules: { 'no-restricted-properties': ['error', noEnvironment] },
  },
  { files: EDGES, rules: { 'no-console': 'off' } },
  {
    files: SPECS,
    rules: {
      // Jest's matchers and partial fakes are typed loosely on purpose.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        module: 'writable',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        performance: 'readonly',
      },
    },
  },
  prettier,
);
