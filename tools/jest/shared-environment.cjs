const { default: NodeEnvironment } = require('jest-environment-node');

/** One for each project in each worker; its files run in it one after the other. */
const environments = new Map();
/** How jest-circus names what it keeps among the globals: it begins anew with each file. */
const FRAMEWORK = /^[A-Z]+(_[A-Z]+)+$/;

/**
 * Node's environment, kept for all files of a project that a worker runs (ADR 0072): its globals are
 * those of the modules that `shared-runtime.cjs` keeps. What a file changed in the environment
 * variables and the timers is put back behind it.
 */
module.exports = class SharedEnvironment extends NodeEnvironment {
  constructor(config, context) {
    const { id } = config.projectConfig;
    const kept = environments.get(id);
    if (kept) return kept;
    super(config, context);
    environments.set(id, this);
  }

  async setup() {
    await super.setup();
    this.variables = { ...this.global.process.env };
  }

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!(name in this.variables)) delete env[name];
    Object.assign(env, this.variables);
    for (const name of Object.getOwnPropertySymbols(this.global)) {
      if (FRAMEWORK.test(name.description ?? '')) delete this.global[name];
    }
  }
};
