import fc from 'fast-check';
import { isNear } from './index.js';
import { isWithin } from './near.js';

const near = (a: string, b: string) =>
  isNear({ command: a, timeout_s: 30 }, { command: b, timeout_s: 30 });

describe('calls that differ by little', () => {
  it.each([
    ['id', 'id '],
    ['id', 'ID'],
    ['rm -rf "/tmp/x"', "rm  -rf '/tmp/x'"],
    ['echo a\nreboot', 'echo a; reboot'],
    ['systemctl stop cups', 'sudo systemctl stop cups'.slice(2)],
    ['id', 'i\u200Bd'],
    ['net stop spooler', 'n^et st`op spooler'],
    ['ｉｄ', 'id'],
  ])('%j and %j', (a, b) => {
    expect([near(a, b), near(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['id', 'ls'],
    ['systemctl stop cups', 'systemctl restart nginx'],
    ['rm -rf /tmp/x', 'df -h /'],
    ['', 'reboot'],
  ])('are not %j and %j', (a, b) => {
    expect([near(a, b), near(b, a)]).toEqual([false, false]);
  });

  it('differ in numbers and switches, and in nothing longer that only one of them has', () => {
    const call = { command: 'id', timeout_s: 30 };
    expect(isNear(call, { ...call, timeout_s: 900 })).toBe(true);
    expect(isNear(call, { ...call, cwd: '/root/secret' })).toBe(false);
  });

  it('are told by the edits of Levenshtein', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 14 });
    fc.assert(
      fc.property(text, text, fc.nat(5), (a, b, edits) => {
        expect(isWithin(a, b, edits)).toBe(distance(a, b) <= edits);
      }),
      { numRuns: 500 },
    );
  });

  it('are told of two texts of 64 kB in bounded steps', () => {
    const long = 'ab'.repeat(32_000);
    expect(near(`xx${long}xx`, long)).toBe(true);
    expect(near(`xxx${long}xx`, long)).toBe(false);
    expect(near(`${long}${'x'.repeat(16)}`, long)).toBe(true);
  });
});

/** The textbook's, without any bound. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row.push(Math.min((above[j - 1] ?? 0) + cost, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return row[b.length] ?? 0;
}
