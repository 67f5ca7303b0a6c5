import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicsFor, RULE_TOPICS } from './rule-topics';

const RULES_FILE = join(process.cwd(), 'docs/policy/deny_rules.json');
const real = JSON.parse(readFileSync(RULES_FILE, 'utf8')) as {
  rules: { id: string; reason: string }[];
};
const all = real.rules;

const RULES = all.map((rule) => ({ ...rule, patterns: 1 }));
const reasonsFor = (text: string) =>
  topicsFor(RULES, text).flatMap(({ lines }) => lines.map(({ reason }) => reason));

describe('built-in rules by what they keep from happening', () => {
  it('each keep something from happening that people have a word for', () => {
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

  it('give one reason one line', () => {
    const [found] = topicsFor(RULES, 'ps_mass_delete');
    expect(found?.lines).toHaveLength(1);
    expect(found?.lines[0]?.ids.length).toBeGreaterThan(1);
  });

  it('stand under one topic each, all of them without a word, and none for nonsense', () => {
    const found = topicsFor(RULES, '  the ');
    expect(found.map(({ topic }) => topic)).toEqual(RULE_TOPICS);
    expect(found.flatMap(({ lines }) => lines.flatMap(({ ids }) => ids))).toHaveLength(all.length);
    expect(topicsFor(RULES, 'xylophone')).toEqual([]);
  });

  it.each([
    ['Erases a disk', 'formats a drive'],
    [
      'Deletes backups and restore points',
      'deletes restore points and earlier versions of files (shadow copies)',
    ],
    ['Lets somebody in, or gives more rights', "sets somebody's password"],
    ['Reads passwords and keys', "is a browser's store of passwords, cookies or history"],
    ['Stops or takes over kenny', "changes kenny's own entries in the registry"],
  ])('under %s have one that %s', (name, reason) => {
    const found = topicsFor(RULES, '').find(({ topic }) => topic.name === name);
    expect(found?.lines.map((line) => line.reason)).toContain(reason);
  });
});
