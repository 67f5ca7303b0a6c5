import { compileOperatorRules } from '@kenny/guard/operator-rules';
import type { OperatorRuleGroup } from '@kenny/contract/web';
import { nameFor, patternOf, type RuleForm } from './rule-forms';

const refuses = (form: RuleForm, text: string, reads: OperatorRuleGroup, call: string) => {
  const pattern = patternOf(form, text, reads);
  const rules = compileOperatorRules([{ id: 'x', applies_to: reads, pattern, reason: 'r' }]);
  expect(rules.refused).toEqual([]);
  return rules.find(reads, call) !== undefined;
};

describe('a rule in plain words, as the PCs read it', () => {
  it.each([
    ['reboot', 'sudo REBOOT now', true],
    ['reboot', 'rebooted', false],
    ['format disk', 'Format \t disk', true],
    ['format disk', 'format the disk', false],
    ['a.b(c)*', 'say a.b(c)* twice', true],
    ['a.b(c)*', 'axbc', false],
    ['--force', 'rm --force x', true],
    ['löschen', 'bitte LÖSCHEN', true],
    ['\\d+', '123', false],
    ['(?i)', 'x (?i) y', true],
    ['[a-z]{3}|x', 'abc', false],
  ])('of the words %s meets %s: %s', (text, call, met) => {
    expect(refuses('words', text, 'self_protection', call)).toBe(met);
  });

  it.each([
    ['C:\\Finance', 'c:\\finance\\2026.xlsx', true],
    ['C:\\Finance', 'C:/Finance', true],
    ['C:\\Finance', 'C:\\\\.\\Finance\\x', true],
    ['C:\\Finance', 'C:\\Finance2', false],
    ['C:\\Finance', 'D:\\Finance', false],
    ['/srv/finance/', '/srv//./finance/a', true],
    ['/srv/finance', '/mnt/srv/finance', false],
    ['finance', '/home/anna/finance/a', true],
    ['finance', '/home/anna/finances', false],
  ])('of the folder %s meets the path %s: %s', (text, call, met) => {
    expect(refuses('path', text, 'path', call)).toBe(met);
  });

  it.each([
    ['C:\\Finance', 'Remove-Item "C:\\Finance\\a.txt"', true],
    ['C:\\Finance', 'dir c:/finance', true],
    ['/srv/finance', 'ls /srv/finance; df', true],
    ['/srv/finance', 'ls /mnt/srv/finance', false],
    ['/srv/finance', 'ls /srv/finance2', false],
  ])('of the folder %s meets the command %s: %s', (text, call, met) => {
    expect(refuses('path', text, 'self_protection', call)).toBe(met);
  });

  it('says nothing while nothing is typed, and leaves an expression as it is', () => {
    for (const text of ['', '  ']) expect(patternOf('words', text, 'posix')).toBe('');
    for (const text of ['', ' / ', '\\.\\']) expect(patternOf('path', text, 'path')).toBe('');
    expect(patternOf('pattern', ' (?i)a|b ', 'posix')).toBe(' (?i)a|b ');
  });

  it('has a name that the server takes', () => {
    expect(nameFor('C:\\Finance & Co')).toBe('no-c-finance-co');
    expect(nameFor('x'.repeat(90))).toMatch(/^no-x{37}$/);
    expect(nameFor('…')).toBe('');
  });
});
