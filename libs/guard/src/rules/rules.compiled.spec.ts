import { RE2Set } from 're2js';
import { ALLOWED, BLOCKED, FAMILIES, textsOf } from '../../corpus/index.js';
import { builtInRules } from '../built-in.js';
import { canonical } from '../normalise/canonical.js';
import { POSIX, WINDOWS } from '../normalise/dialects.js';
import { BUILT_IN_RULES } from './index.js';

describe('built-in rules', () => {
  it('say of every text of the corpus what re2js says of their patterns', () => {
    for (const [group, dialect] of [
      ['powershell', WINDOWS],
      ['posix', POSIX],
      ['self_protection', WINDOWS],
      ['self_protection', POSIX],
    ] as const) {
      const set = new RE2Set();
      for (const { pattern } of BUILT_IN_RULES[group]) set.add(pattern);
      set.compile();
      for (const text of scripts()) {
        const view = canonical(text, dialect).text;
        const hits = set.match(view).map((index) => BUILT_IN_RULES[group][index]?.id);
        const found = builtInRules(group).find(view)?.id;
        if (hits.length === 0) expect([view, found]).toEqual([view, undefined]);
        else expect(hits).toContain(found);
      }
    }
  });
});

function scripts(): string[] {
  const shells = ['powershell_exec', 'shell_exec'];
  return [
    ...BLOCKED.filter(({ tool }) => shells.includes(tool)).flatMap(({ rules }) =>
      Object.values(rules).flat(),
    ),
    ...ALLOWED.filter(({ tool }) => shells.includes(tool)).flatMap(textsOf),
    ...FAMILIES.flatMap(({ refused, marked }) => [...refused, ...marked]),
  ];
}
