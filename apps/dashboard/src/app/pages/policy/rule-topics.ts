import type { BuiltInRuleView } from '@kenny/contract/web';

export interface RuleTopic {
  /** What a command does that is never run. */
  readonly name: string;
  /** What people call it and what it is about as well. */
  readonly also: string;
  /** Found in the reason of a rule against it. */
  readonly about: RegExp;
}

/**
 * What the built-in rules keep from happening, in the order in which people worry about it: a rule
 * stands under the first that fits, and is found by the words of all that fit.
 */
export const RULE_TOPICS: readonly RuleTopic[] = [
  {
    name: 'Deletes documents, photos or a whole home folder',
    also: 'files people care about losing documents photos pictures videos music folders desktop delete lose ransomware encrypt',
    about: /document|profile|whole home|ransomware|wipes data|deletes a drive|root folder/,
  },
  {
    name: 'Erases a disk',
    also: 'whole disks hard drive ssd usb stick format erase wipe storage',
    about: /disk|partition|formats|mirroring|locks a drive|past its file system|an encrypted drive/,
  },
  {
    name: 'Deletes backups and restore points',
    also: 'restore points snapshots recovery undo',
    about: /backup|snapshot|recovery off|shadow cop|list of changed files|copy of a drive/,
  },
  {
    name: 'Lets somebody in, or gives more rights',
    also: 'accounts logins users people admin administrator root sudo password',
    about:
      /account|become root|login screen|lets somebody in|log in|power over|domain|somebody's password|password of root/,
  },
  {
    name: 'Reads passwords and keys',
    also: 'stored secrets tokens cookies browser bank credentials hello pin',
    about:
      /passwords|password hashes|credential|private keys?\b|cookies|tokens|logs in with|secrets|memory of the system|memory of a running program/,
  },
  {
    name: 'Turns off antivirus or firewall',
    also: 'switch virus malware security protection defender',
    about: /defender|firewall|protects|protection off|looking at scripts|programs in check/i,
  },
  {
    name: 'Keeps a PC from starting or working',
    also: 'windows linux operating system boot reset crash services',
    about:
      /system|boot|branch of the registry|kernel|windows cannot|resets|every service|every process|without end/i,
  },
  {
    name: 'Runs what nobody can check',
    also: 'hidden commands foreign code download internet web network virus malware script hacker remote control attack',
    about:
      /code|hides|puts together|pieces|shell|another computer|longer than|more inside itself|names an? |names data|a path|8\.3|no file or folder|hard link/i,
  },
  {
    name: 'Hides what was done',
    also: 'logs events history traces record evidence',
    about: /\blogs?\b|record of/,
  },
  {
    name: 'Stops or takes over kenny',
    also: 'itself hide agent server',
    about: /kenny|the agent|of the service|update from/,
  },
];

/** Rules that give one reason: a line for people. */
export interface RuleLine {
  readonly reason: string;
  readonly ids: readonly string[];
}

export interface FoundTopic {
  readonly topic: RuleTopic;
  readonly lines: readonly RuleLine[];
}

/** An ID, as a refusal names it. */
export const isRuleId = (text: string): boolean => text.includes('_');

/** What is never run, with the rules that all words fit; without words, all of them. */
export function topicsFor(rules: readonly BuiltInRuleView[], text: string): FoundTopic[] {
  const id = text.trim().toLowerCase();
  const wanted = wordsIn(text).filter((word) => !FILLERS.has(word));
  const fitting = rules.filter((rule) =>
    isRuleId(id) ? rule.id.includes(id) : fits(rule, wanted),
  );
  const found = RULE_TOPICS.map((topic) => {
    const own = fitting.filter(({ reason }) => topicOf(reason) === topic);
    return { topic, lines: linesOf(own) };
  });
  return found.filter(({ lines }) => lines.length > 0);
}

/** One that has no word of any: it keeps the PC working. */
const GENERAL = RULE_TOPICS.find(({ about }) => about.test('system'));

function topicOf(reason: string): RuleTopic | undefined {
  return RULE_TOPICS.find(({ about }) => about.test(reason)) ?? GENERAL;
}

/** Words of questions, not of what they are about. */
const FILLERS = new Set('a an the my our of or and is are can it to in on all any no'.split(' '));

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** So that deleting finds what deletes. */
const stemOf = (word: string) => (word.length > 4 ? word.replace(/(ing|ed|es|s|e)$/, '') : word);

function fits({ reason }: BuiltInRuleView, wanted: readonly string[]): boolean {
  const topics = RULE_TOPICS.filter(({ about }) => about.test(reason));
  const names = topics.map(({ name, also }) => `${name} ${also}`);
  const own = wordsIn([reason, ...names].join(' '));
  return wanted.map(stemOf).every((start) => own.some((word) => word.startsWith(start)));
}

/** To people, what gives one reason is one rule. */
export function linesOf(rules: readonly BuiltInRuleView[]): RuleLine[] {
  const lines = new Map<string, string[]>();
  for (const { reason, id } of rules) lines.set(reason, [...(lines.get(reason) ?? []), id]);
  return [...lines].map(([reason, ids]) => ({ reason, ids }));
}
