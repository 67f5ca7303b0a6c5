import type { BuiltInGroupView } from '@kenny/contract/web';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupsFor, RULE_TOPICS } from './rule-topics';

const RULES_FILE = join(process.cwd(), 'docs/policy/deny_rules.json');
const real = JSON.parse(readFileSync(RULES_FILE, 'utf8')) as {
  rules: { id: string; reason: string }[];
};
const all = real.rules;

const GROUPS: readonly BuiltInGroupView[] = [
  {
    ...{ group: 'powershell', about: 'Windows.', tools: ['powershell_exec'] },
    rules: all.filter(({ id }) => id.startsWith('ps_')).map((rule) => ({ ...rule, patterns: 1 })),
  },
  {
    ...{ group: 'path', about: 'Files.', tools: ['fs_read'] },
    rules: all.filter(({ id }) => id.startsWith('path_')).map((rule) => ({ ...rule, patterns: 1 })),
  },
];
const reasonsFor = (text: string) =>
  groupsFor(GROUPS, text).flatMap(({ lines }) => lines.map(({ reason }) => reason));

describe('built-in rules by what they protect', () => {
  it('each protect something that people have a word for', () => {
    const without = all.filter(
      ({ reason }) => !RULE_TOPICS.some(({ about }) => about.test(reason)),
    );
    expect(all.length).toBeGreaterThan(300);
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it.each(RULE_TOPICS)('are found by $name', ({ name, about }) => {
    const fitting = new Set(all.map(({ reason }) => reason).filter((reason) => about.test(reason)));
    expect(fitting.size).toBeGreaterThan(0);
    expect(fitting.size).toBeLessThan(60);
    const shown = reasonsFor(name);
    for (const reason of shown) expect(fitting).toContain(reason);
  });

  it.each([
    ['photos', "deletes people's documents by kind"],
    ['Deleting my photos', "deletes people's documents by kind"],
    ['antivirus', 'switches parts of Defender off'],
    ['bank', "is a browser's store of passwords, cookies or history"],
    ['restore point', 'deletes backups or switches recovery off'],
    ['usb stick', 'formats a drive'],
    ['ps_format_drive', 'formats a drive'],
  ])('answer %s', (asked, reason) => {
    expect(reasonsFor(asked)).toContain(reason);
  });

  it('give one reason one line, and count rules', () => {
    const [found] = groupsFor(GROUPS, 'ps_mass_delete');
    expect(found?.lines).toHaveLength(1);
    expect(found?.count).toBe(found?.lines[0]?.ids.length);
  });

  it('are all there without a word, and none is for nonsense', () => {
    expect(groupsFor(GROUPS, '  the ').map(({ group }) => group)).toEqual(['powershell', 'path']);
    expect(groupsFor(GROUPS, 'xylophone')).toEqual([]);
  });
});
