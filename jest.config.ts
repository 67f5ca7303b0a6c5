import { join } from 'node:path';
import type { Config } from 'jest';

const root = process.cwd();

/** One Jest project for one workspace folder; every project is made here, so all behave alike. */
function nodeProject(name: string, folder: string, testMatch = ['src/**/*.spec.ts']) {
  return {
    displayName: name,
    rootDir: join(root, folder),
    testMatch: testMatch.map((glob) => `<rootDir>/${glob}`),
    modulePathIgnorePatterns: ['/dist/', '/out-tsc/', '/bundle/'],
    extensionsToTreatAsEsm: ['.ts'],
    resolver: join(root, 'tools/jest/resolver.cjs'),
    setupFiles: [join(root, 'tools/jest/setup.ts')],
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['@kenny/source', 'node', 'node-addons'] },
    transform: {
      '^.+\\.ts$': [
        '@swc/jest',
        {
          swcrc: false,
          jsc: {
            target: 'es2022',
            parser: { syntax: 'typescript', decorators: true },
            transform: {
              legacyDecorator: true,
              decoratorMetadata: true,
              useDefineForClassFields: false,
            },
            keepClassNames: true,
          },
          module: { type: 'es6' },
        },
      ],
    },
  };
}

/** `npm test` runs the first list; `npm run e2e` (TEST_SET=e2e) runs real processes. */
const unit = [
  ...['contract', 'gate', 'guard', 'handshake', 'health', 'session', 'testing'].map((name) =>
    nodeProject(name, `libs/${name}`),
  ),
  nodeProject('server', 'apps/server', ['src/**/*.spec.ts', 'e2e/**/*.e2e-spec.ts']),
  nodeProject('agent', 'apps/agent', ['src/**/*.spec.ts', 'e2e/**/*.e2e-spec.ts']),
  nodeProject('tools', 'tools', ['**/*.spec.ts']),
];
const e2e = [nodeProject('product', 'apps/product-e2e', ['src/**/*.e2e-spec.ts'])];

const config: Config = {
  projects: process.env['TEST_SET'] === 'e2e' ? e2e : unit,
  testTimeout: 120_000,
};

export default config;
