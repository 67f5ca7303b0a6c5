import type { AuthMethod } from './agent.js';

/** These open a browser, which nobody may be looking at. */
const BROWSER = /oauth|browser|login|log.?in|sign.?in|google|account|subscription/i;

/** The first way to log in that works without a person; undefined without one. */
export function authMethodFor(methods: readonly AuthMethod[]): AuthMethod | undefined {
  const satisfiable = methods.filter((method) => method.satisfiable);
  const quiet = satisfiable.find(({ id, name }) => !BROWSER.test(id) && !BROWSER.test(name));
  return quiet ?? satisfiable[0];
}
