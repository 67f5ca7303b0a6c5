import type { BuiltInGroupView, BuiltInRuleView } from '@kenny/contract/web';

export interface RuleTopic {
  readonly name: string;
  /** What people call it as well. */
  readonly also: string;
  /** Found in the reason of a rule that protects it. */
  readonly about: RegExp;
}

/** What the built-in rules protect, in the order in which people worry about it. */
export const RULE_TOPICS: readonly RuleTopic[] = [
  {
    name: 'Documents and photos',
    also: 'files pictures videos music folders desktop delete lose ransomware encrypt',
    about: /document|profile|whole home|ransomware|wipes data|deletes a drive|root folder/,
  },
  {
    name: 'Backups',
    also: 'restore points snapshots recovery undo',
    about: /backup|snapshot|recovery off|shadow cop|journal of a volume|copy of a volume/,
  },
  {
    name: 'Passwords and keys',
    also: 'secrets tokens cookies browser bank credentials hello pin',
    about: /password|credential|keys?\b|cookies|tokens|logs in with|secrets|inside of a process/,
  },
  {
    name: 'Accounts',
    also: 'users people login admin administrator root sudo rights',
    about: /account|become root|login screen|lets somebody in|log in|power over|domain/,
  },
  {
    name: 'Disks',
    also: 'hard drive ssd usb stick format erase wipe storage',
    about: /disk|drive|partition|volume|formats/,
  },
  {
    name: 'Antivirus and firewall',
    also: 'virus malware security protection defender',
    about: /defender|firewall|protects|protection off|looking at scripts|access control/i,
  },
  {
    name: 'Windows and Linux',
    also: 'operating system start boot reset crash services',
    about:
      /system|boot|registry|kernel|windows cannot|resets|every service|every process|no end|end$/i,
  },
  {
    name: 'Hidden and foreign code',
    also: 'download internet web network virus malware script hacker remote control attack',
    about: /code|hides|puts together|pieces|shell|another computer|update from/i,
  },
  {
    name: 'Logs',
    also: 'events history traces record evidence',
    about: /\blogs?\b|record/,
  },
  { name: 'kenny', also: 'agent server', about: /kenny|the agent|key of the service/ },
];

/** Rules of a group that give one reason: a line for people. */
export interface RuleLine {
  readonly reason: string;
  readonly ids: readonly string[];
}

export interface FoundGroup extends Omit<BuiltInGroupView, 'rules'> {
  readonly lines: readonly RuleLine[];
  /** How many rules these lines stand for. */
  readonly count: number;
}

/** The groups with the rules that all words fit; without words, all of them. */
export function groupsFor(groups: readonly BuiltInGroupView[], text: string): FoundGroup[] {
  const id = text.trim().toLowerCase();
  const wanted = wordsIn(text).filter((word) => !FILLERS.has(word));
  const found = groups.map(({ rules, ...group }) => {
    const fitting = rules.filter((rule) =>
      id.includes('_') ? rule.id.includes(id) : fits(rule, wanted),
    );
    return { ...group, lines: linesOf(fitting), count: fitting.length };
  });
  return found.filter(({ count }) => count > 0);
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

function linesOf(rules: readonly BuiltInRuleView[]): RuleLine[] {
  const lines = new Map<string, string[]>();
  for (const { reason, id } of rules) lines.set(reason, [...(lines.get(reason) ?? []), id]);
  return [...lines].map(([reason, ids]) => ({ reason, ids }));
}
