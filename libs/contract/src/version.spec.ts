import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import {
  KENNY_VERSION,
  OLDEST_NODE,
  PROTOCOL_VERSION,
  compareSemver,
  compareVersions,
} from './index.js';

const part = fc.nat(999_999);
const version = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => ({ parts, text: parts.join('.') }));

describe('compareVersions', () => {
  it.each([
    ['0.10', '0.8', 1],
    ['0.8', '0.10', -1],
    ['0.8', '0.8', 0],
    ['0.8', '0.8.0', 0],
    ['0.8.1', '0.8', 1],
    ['1', '0.99.99', 1],
    ['0.17', '0.9', 1],
    ['00.08', '0.8', 0],
  ])('%s against %s is %d', (a, b, expected) => {
    expect(compareVersions(a, b)).toBe(expected);
  });

  it.each(['', ' 0.8', '0.8 ', 'v0.8', '0.8-rc1', '0..8', '.8', '0.8.', '-1', '1e3', '٠.٨', '0,8'])(
    'refuses %j at either side',
    (junk) => {
      expect(compareVersions(junk, '0.8')).toBeUndefined();
      expect(compareVersions('0.8', junk)).toBeUndefined();
    },
  );

  it('refuses numbers too long to compare and too many of them', () => {
    expect(compareVersions('1234567', '0.8')).toBeUndefined();
    expect(compareVersions('1.2.3.4.5', '0.8')).toBeUndefined();
    expect(compareVersions('9'.repeat(100_000), '0.8')).toBeUndefined();
  });

  it('orders like its numbers, component by component', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const length = Math.max(a.parts.length, b.parts.length);
        const at = (parts: number[], index: number): number => parts[index] ?? 0;
        const first = Array.from({ length }, (_, i) => at(a.parts, i) - at(b.parts, i)).find(
          (difference) => difference !== 0,
        );
        expect(compareVersions(a.text, b.text)).toBe(Math.sign(first ?? 0));
        expect(compareVersions(b.text, a.text)).toBe(Math.sign(-(first ?? 0)) + 0);
      }),
    );
  });

  it('never throws, whatever text it gets', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect([-1, 0, 1, undefined]).toContain(compareVersions(a, b));
      }),
    );
  });

  it('can compare our own versions', () => {
    expect(compareVersions(PROTOCOL_VERSION, '0.8')).toBe(0);
    expect(compareVersions(KENNY_VERSION, '0')).toBe(1);
  });
});

it('OLDEST_NODE is what the workspace asks npm to insist on', () => {
  const file = new URL('../../../package.json', import.meta.url);
  const { engines } = JSON.parse(readFileSync(file, 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${OLDEST_NODE}`);
});

describe('compareSemver', () => {
  it('orders as the example of semver.org does', () => {
    const ordered = [
      ...['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
      ...['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0-0', '2.0.0'],
    ];
    for (const [i, a] of ordered.entries()) {
      for (const [j, b] of ordered.entries()) expect(compareSemver(a, b)).toBe(Math.sign(i - j));
    }
  });

  it('does not count what was built', () => {
    expect(compareSemver('1.0.0+today', '1.0.0')).toBe(0);
  });

  it.each([
    '1',
    '1.0',
    'v1.0.0',
    '1.0.0-',
    '1.0.0-a..b',
    '1.0.0 ',
    `1.0.0-${'a'.repeat(64)}`,
    '٠.1.2',
  ])('refuses %j', (junk) => {
    expect(compareSemver(junk, '1.0.0')).toBeUndefined();
    expect(compareSemver('1.0.0', junk)).toBeUndefined();
  });
});
