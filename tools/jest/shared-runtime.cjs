const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

/** One for each project in each worker; Jest makes a new resolver when it has seen a file change. */
const runtimes = new WeakMap();

/**
 * Jest's runtime, kept for all files of a project that a worker runs (ADR 0072): a module is read,
 * compiled and evaluated once, not once for each file. Anew for each file are itself, the setup files
 * and the test framework.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globals) {
    const kept = runtimes.get(resolver);
    if (kept) {
      kept.begin(testPath);
      return kept;
    }
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globals);
    runtimes.set(resolver, this);
    this.begin(testPath);
  }

  begin(testPath) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
    const { setupFiles, setupFilesAfterEnv } = this._config;
    const own = [testPath, ...setupFiles, ...setupFilesAfterEnv];
    this.own = new Set(own.flatMap((path) => [path, pathToFileURL(path).href]));
  }

  teardown() {
    this.restoreAllMocks();
    this._moduleMocker.clearMocksOnScope?.(this._environment.global);
    this.registries.internalModuleRegistry.clear();
    const modules = this.registries.esModuleRegistry;
    for (const key of modules.keys()) {
      if (this.own.has(key) || key.startsWith('@jest/globals/')) modules.delete(key);
    }
    this.jestGlobals.clearJestObjectCache();
    this.jestGlobals.cachedEnvGlobals = undefined;
    // As before the first file: a module may be imported while no test runs.
    this.testState.state = 'loading';
  }
};
