import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { specsOnPostgres } from './tools/jest/specs-on-postgres.mjs';

const root = process.cwd();
const testRunner = join(root, 'tools/jest/runner.cjs');
/** Both are kept for all files of a project that a worker runs. */
const testEnvironment = join(root, 'tools/jest/shared-environment.cjs');
const runtime = join(root, 'tools/jest/shared-runtime.cjs');
// CommonJS whose exports Node does not see by name.
const { createEsmPreset } = createRequire(join(root, 'package.json'))(
  'jest-preset-angular/presets',
);

/** One Jest project for one workspace folder; every project is made here, so all behave alike. */
function nodeProject(name, folder, testMatch = ['src/**/*.spec.ts']) {
  return {
    displayName: name,
    rootDir: join(root, folder),
    testMatch: testMatch.map((glob) => `<rootDir>/${glob}`),
    modulePathIgnorePatterns: ['/dist/', '/out-tsc/', '/bundle/'],
    extensionsToTreatAsEsm: ['.ts'],
    resolver: join(root, 'tools/jest/resolver.cjs'),
    testRunner,
    setupFiles: [join(root, 'tools/jest/setup.ts')],
    testEnvironment,
    runtime,
    testEnvironmentOptions: {
      globalsCleanup: 'off',
      customExportConditions: ['@kenny/source', 'node', 'node-addons'],
    },
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

const lib = (name) => nodeProject(name, `libs/${name}`);

/** Specs of the server on the PostgreSQL that this run was given; without one there is no project. */
function onPostgres(name, kind) {
  const url = process.env['TEST_POSTGRES'];
  if (!url) return [];
  const project = nodeProject(name, 'apps/server', specsOnPostgres(root)[kind]);
  return [{ ...project, globals: { KENNY_TEST_POSTGRES: url } }];
}

/** The dashboard's: Angular's own compiler, a page without a browser, and no zone.js. */
function dashboardProject() {
  const folder = join(root, 'apps/dashboard');
  return {
    ...createEsmPreset({
      tsconfig: join(folder, 'tsconfig.jest.json'),
      stringifyContentPathRegex: '\\.html$',
      testEnvironment,
    }),
    runtime,
    displayName: 'dashboard',
    rootDir: folder,
    testMatch: ['<rootDir>/src/**/*.spec.ts'],
    modulePathIgnorePatterns: ['/dist/', '/out-tsc/', '/bundle/'],
    resolver: join(root, 'tools/jest/resolver.cjs'),
    testRunner,
    setupFilesAfterEnv: [join(folder, 'test/setup.ts')],
    testEnvironmentOptions: { page: true, customExportConditions: ['@kenny/source', 'browser'] },
  };
}

/** Specs that compile every rule anew: they check what is generated, and take as long as `gen`. */
const COMPILED = 'src/**/*.compiled.spec.ts';
const guard = lib('guard');
/** Whose figures others on the machine would spoil. */
const measured = nodeProject('measured', 'apps/product-e2e', ['src/measured/*.e2e-spec.ts']);

/** What each root command runs; TEST_SET chooses. */
const sets = {
  /** `npm test` */
  unit: [
    ...['acp', 'client', 'contract', 'gate', 'handshake', 'health', 'jsonrpc'].map(lib),
    ...['kernel', 'linear-match', 'session', 'testing'].map(lib),
    { ...guard, testPathIgnorePatterns: ['\\.compiled\\.spec\\.ts$'] },
    nodeProject('server', 'apps/server', ['src/**/*.spec.ts', 'e2e/**/*.e2e-spec.ts']),
    ...onPostgres('server-postgres', 'stored'),
    nodeProject('agent', 'apps/agent', ['src/**/*.spec.ts', 'e2e/**/*.e2e-spec.ts']),
    nodeProject('agentctl', 'apps/agentctl', ['src/**/*.spec.ts', 'e2e/**/*.e2e-spec.ts']),
    dashboardProject(),
  ],
  /** `npm run check` */
  check: [
    nodeProject('tools', 'tools', ['**/*.spec.ts']),
    nodeProject('guard-rules', 'libs/guard', [COMPILED]),
  ],
  /** `npm run e2e` */
  e2e: [
    nodeProject('product', 'apps/product-e2e', ['src/*.e2e-spec.ts']),
    measured,
    ...onPostgres('doors-postgres', 'doors'),
  ],
  /** `npm run e2e`, what runs alone. */
  measured: [measured],
  /** `npm run fuzz` */
  fuzz: [
    nodeProject('fuzz', 'apps/server', [
      'e2e/http-fuzz.e2e-spec.ts',
      'e2e/rpc-schedules.e2e-spec.ts',
    ]),
  ],
  /** `npm run e2e:windows`: of these only the Windows PC under Wine. */
  windows: [nodeProject('windows', 'apps/product-e2e', ['src/windows*.e2e-spec.ts'])],
  /** `npm run gen:screens`: the pictures of the guide, from the same worlds. */
  screens: [nodeProject('screens', 'apps/product-e2e', ['src/**/*.screens.ts'])],
};

/** For `tools/run/jest.mjs`, which says where it wants the outcome. */
function reporters() {
  const file = process.env['TEST_RESULTS'];
  const results = join(root, 'tools/jest/results-reporter.mjs');
  return file ? ['default', [results, { file }]] : ['default'];
}

/** More than cores: files wait a third of their time, for programs, sockets and timers. */
const maxWorkers = Math.ceil(1.5 * availableParallelism());

/**
 * Modules of a finished file stay in its worker's memory (ESM in Node's vm), so a worker that has
 * grown is replaced. That costs seconds: together they may take a quarter of the machine's memory.
 */
function workerMemory() {
  const gigabyte = 2 ** 30;
  const share = totalmem() / 4 / maxWorkers;
  return Math.round(Math.min(Math.max(share, gigabyte), 4 * gigabyte));
}

export default {
  reporters: reporters(),
  projects: sets[process.env['TEST_SET'] ?? 'unit'],
  testSequencer: join(root, 'tools/jest/sequencer.cjs'),
  testTimeout: 120_000,
  maxWorkers,
  workerIdleMemoryLimit: workerMemory(),
};
