import { createRequire } from 'node:module';

interface Test {
  readonly path: string;
}
const require = createRequire(import.meta.url);
const Sequencer = require('./sequencer.cjs') as new (options: object) => {
  sort(tests: readonly Test[]): Test[];
};

/** Names, of which Jest puts the first one first: it takes the largest file for the slowest. */
function orderOf(...names: string[]): string[] {
  const sizes = new Map(names.map((name, at) => [`/nowhere/${name}.e2e-spec.ts`, 99 - at]));
  const config = { id: 'none', cacheDirectory: '/nowhere', rootDir: '/nowhere' };
  const hasteFS = { getSize: (path: string) => sizes.get(path) };
  const tests = [...sizes.keys()].map((path) => ({ path, context: { config, hasteFS } }));
  return new Sequencer({ contexts: [], globalConfig: {} })
    .sort(tests)
    .map(({ path }) => path.replace(/^\/nowhere\/|\.e2e-spec\.ts$/g, ''));
}

describe('the order of test files', () => {
  it('lets files that wait for long begin early, each beside four others', () => {
    const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    expect(orderOf(...others, 'windows', 'linux-network')).toEqual([
      ...['linux-network', 'a', 'b', 'c', 'd'],
      ...['windows', 'e', 'f', 'g', 'h', 'i'],
    ]);
  });

  it('leaves out none and takes none twice where there are few', () => {
    expect(orderOf('a', 'windows', 'linux-network')).toEqual(['linux-network', 'a', 'windows']);
    expect(orderOf('a')).toEqual(['a']);
  });
});
