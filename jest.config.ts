import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Config } from 'jest';

const root = process.cwd();
// CommonJS whose types name no default: neither way of importing it passes every compiler here.
const { createEsmPreset } = createRequire(join(root, 'package.json'))(
  'jest-preset-angular/presets/index.js',
) as { createEsmPreset: (options: Record<string, string>) => Record<string, unknown> };

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

/**
 * The server's specs that open a database, once more on the PostgreSQL that `npm test` has started
 * for this run; without one there is no such project.
 */
function onPostgres() {
  const url = process.env['TEST_POSTGRES'];
  if (!url) return [];
  const project = nodeProject('server-postgres', 'apps/server', specsWithDatabase());
  return [{ ...project, globals: { KENNY_TEST_POSTGRES: url } }];
}

/** Every spec that imports `test/database-in.ts`, directly or through one of the test worlds. */
function specsWithDatabase(): string[] {
  const server = join(root, 'apps/server');
  const files = ['src', 'e2e', 'test'].flatMap((folder) =>
    readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  const worlds = new Set(['database-in']);
  const uses = (file: string): boolean =>
    Array.from(
      readFileSync(join(server, file), 'utf8').matchAll(/from '\.[^']*?([\w-]+)\.js'/g),
      ([, imported]) => imported,
    ).some((imported) => imported !== undefined && worlds.has(imported));
  const inTests = files.filter((file) => file.startsWith('test'));
  for (let known = 0; known < worlds.size;) {
    known = worlds.size;
    for (const file of inTests.filter(uses)) worlds.add(basename(file, '.ts'));
  }
  return files.filter((file) => /\.(e2e-)?spec\.ts$/.test(file) && uses(file));
}

/** The dashboard's: Angular's own compiler, a page without a browser, and no zone.js. */
function dashboardProject() {
  const folder = join(root, 'apps/dashboard');
  return {
    ...createEsmPreset({
      tsconfig: join(folder, 'tsconfig.jest.json'),
      stringifyContentPathRegex: '\\.html$',
      testEnvironment: 'jest-preset-angular/environments/jest-jsdom-env',
    }),
    displayName: 'dashboard',
    rootDir: folder,
    testMatch: ['<rootDir>/src/**/*.spec.ts'],
    modulePathIgnorePatterns: ['/dist/', '/out-tsc/', '/bundle/'],
    resolver: join(root, 'tools/jest/resolver.cjs'),
    setupFilesAfterEnv: [join(folder, 'test/setup.ts')],
    testEnvironmentOptions: { customExportConditions: ['@kenny/source', 'browser'] },
  };
}

/** `npm test` runs the first list; `npm run e2e` (TEST_SET=e2e) runs real processes. */
const unit = [
  ...['contract', 'gate', 'guard', 'handshake', 'health', 'session', 'testing'].map((name) =>
    nodeProject(name, `libs/${name}`),
  ),
  nodeProject('server', 'apps/server', ['src/**/*.spec.ts', 'e2e/**/*.e2e-spec.ts']),
  ...onPostgres(),
  nodeProject('agent', 'apps/agent', ['src/**/*.spec.ts', 'e2e/**/*.e2e-spec.ts']),
  dashboardProject(),
  nodeProject('tools', 'tools', ['**/*.spec.ts']),
];
const e2e = [nodeProject('product', 'apps/product-e2e', ['src/**/*.e2e-spec.ts'])];
/** `npm run e2e:windows`: of these only the Windows PC under Wine. */
const windows = [nodeProject('windows', 'apps/product-e2e', ['src/windows*.e2e-spec.ts'])];
/** `npm run gen:screens`: the pictures of the guide, from the same worlds. */
const screens = [nodeProject('screens', 'apps/product-e2e', ['src/**/*.screens.ts'])];

/** For `tools/run/jest.mjs`, which says where it wants the outcome. */
function reporters(): Config['reporters'] {
  const file = process.env['TEST_RESULTS'];
  const results = join(root, 'tools/jest/results-reporter.mjs');
  const targets = join(root, 'tools/jest/targets-reporter.mjs');
  return [
    'default',
    ...(file ? [[results, { file }] as [string, Record<string, unknown>]] : []),
    ...(process.env['TEST_SET'] === 'e2e'
      ? [[targets, { folder: '.test-results/targets' }] as [string, Record<string, unknown>]]
      : []),
  ];
}

const config: Config = {
  reporters: reporters(),
  projects: { e2e, screens, windows }[process.env['TEST_SET'] ?? ''] ?? unit,
  testTimeout: 120_000,
  // Modules of a finished file stay in its worker's memory (ESM in Node's vm): without a new process
  // now and then a worker ends up collecting garbage most of the time.
  workerIdleMemoryLimit: '1GB',
};

export default config;
