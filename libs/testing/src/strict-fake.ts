/** Asked by promises, frameworks and Jest's printer, not by the code under test. */
const ASKED_BY_FRAMEWORKS: ReadonlySet<string> = new Set([
  ...['then', 'catch', 'finally', 'toJSON', 'constructor', 'prototype'],
  ...['asymmetricMatch', '$$typeof', 'nodeType', 'tagName', 'hasAttribute', '_isMockFunction'],
  ...['onModuleInit', 'onModuleDestroy', 'onApplicationBootstrap'],
  ...['beforeApplicationShutdown', 'onApplicationShutdown'],
]);

/**
 * Stands in for a port: answers what it was given, and throws, naming the call, for anything else.
 * A fake that was not told what to answer must fail, not answer `undefined`.
 *
 * @param name shown in the error, e.g. `Writer`
 * @param answers the members the test needs; `jest.fn()` fits
 */
export function strictFake<T extends object>(name: string, answers: Partial<T> = {}): T {
  return new Proxy(answers, {
    get(target, key, receiver) {
      if (key in target) return Reflect.get(target, key, receiver) as unknown;
      if (typeof key === 'symbol' || ASKED_BY_FRAMEWORKS.has(key)) return undefined;
      return (...args: unknown[]) => {
        throw new Error(`fake ${name} was not told what to answer: ${key}(${show(args)})`);
      };
    },
  }) as T;
}

function show(args: readonly unknown[]): string {
  return args.map(showOne).join(', ');
}

function showOne(value: unknown): string {
  if (typeof value === 'function') return `[function ${value.name}]`;
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 200);
  } catch {
    // Circular or with a BigInt: the kind of value is enough to find the call.
    return Object.prototype.toString.call(value);
  }
}
