const { Script, runInNewContext } = require('node:vm');
const { default: NodeEnvironment } = require('jest-environment-node');

/** One for each project in each worker; its files run in it one after the other. */
const environments = new Map();
/** How jest-circus names what it keeps among the globals: it begins anew with each file. */
const FRAMEWORK = /^[A-Z]+(_[A-Z]+)+$/;

/** Whom tests replace (fake clocks, a console that listens), and what no script can declare. */
const REPLACED = new Set(['Date', 'console', 'eval', 'globalThis', 'Infinity', 'NaN', 'undefined']);
/** The language's own globals, and the process: nobody replaces these, only their properties. */
const LASTING = [...Object.getOwnPropertyNames(runInNewContext('globalThis')), 'process'].filter(
  (name) => !REPLACED.has(name),
);
/**
 * Names them for every module of a context as its scripts' own. In Node's vm a look at a global asks
 * the host each time, 25 times as slow as this: Nest and TypeORM ask thousands of times a start.
 */
const NAMED = `const { ${LASTING.join(', ')} } = globalThis;`;

const kept = (Environment) =>
  class extends Environment {
    async setup() {
      await super.setup();
      if (!this.variables) new Script(NAMED).runInContext(this.getVmContext());
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
      if (this.global.document) empty(this.global);
    }
  };

function empty({ document, history, localStorage, sessionStorage, setTimeout, clearTimeout }) {
  // Its numbers go up by one, and are those of intervals too.
  for (let timer = setTimeout(() => undefined); timer > 0; timer -= 1) clearTimeout(timer);
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) {
    document.documentElement.removeAttribute(name);
  }
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
}

const KeptNode = kept(NodeEnvironment);

/** Loaded late: jsdom takes a second, and most workers of a run of a few files show no page. */
function keptPage() {
  // Makes Node's dispatcher for `fetch` before jsdom brings its own, which fails on a large answer.
  void globalThis.Headers;
  return kept(require('jest-preset-angular/environments/jest-jsdom-env').default);
}

/**
 * Kept for all files of a project that a worker runs (ADR 0072): its globals are those of the modules
 * that `shared-runtime.cjs` keeps. What a file changed in the environment variables, the timers and
 * the page is put back behind it. With the option `page` it is a page without a browser.
 */
module.exports = function SharedEnvironment(config, context) {
  const { id, testEnvironmentOptions } = config.projectConfig;
  if (!environments.has(id)) {
    const Environment = testEnvironmentOptions.page ? keptPage() : KeptNode;
    environments.set(id, new Environment(config, context));
  }
  return environments.get(id);
};
