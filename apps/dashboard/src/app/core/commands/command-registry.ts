import { computed, inject, Injectable, signal, type Signal } from '@angular/core';
import { needsAttention, type PcHealth } from '@kenny/contract/web';
import { Sources } from '../sources';
import { RecentCommands } from './recent-commands';

/** One line of the palette. */
export interface Command {
  readonly id: string;
  readonly name: string;
  /** What kind of thing it is: `PC`, `Page`, `Tool`. */
  readonly kind: string;
  /** What it does, in a sentence; found by its words too. */
  readonly detail?: string;
  /** Its name on the wire, for whoever knows it by that; shown small. */
  readonly code?: string;
  /** Heading that it stands under in a choice. */
  readonly group?: string;
  /** It is found by these words as well; one is shown only where it is all that fits. */
  readonly also?: string;
  /** Of a PC, when its line is drawn. */
  health?(): PcHealth | undefined;
  /** The same in words. */
  state?(): string | undefined;
  /** Found by its words alone: too many to be offered to an empty field. */
  readonly onlyFound?: true;
  /** It only tells how something is done: behind all that does it. */
  readonly onlyTells?: true;
  /** A second choice, in place of `run`. */
  readonly then?: Choice;
  /** What can be done with it, below it where it is the only one of its kind that was found. */
  readonly more?: () => readonly Command[];
  run?(): void;
}

/** A choice among a few commands, in place of all there are. */
export interface Choice {
  /** What is chosen: `Run a tool on Front desk`. */
  readonly label: string;
  /** Nothing is marked before something is typed: Enter alone runs none of them. */
  readonly unmarked?: true;
  readonly commands: Signal<readonly Command[]>;
}

/** How many of the last ones stand before the others while nothing is typed. */
const RECENT = 5;
/** How many of the open page come next: a PC has dozens of tools. */
const NEAR = 5;
/** And how many PCs that need attention. */
const URGENT = 6;

/** A short text occurs in many words. */
const REASONS = 3;

/** Pages and features register what they can do; the palette shows what is registered. */
@Injectable({ providedIn: 'root' })
export class CommandRegistry {
  private readonly recent = inject(RecentCommands);
  private readonly near = new Sources<readonly Command[]>();
  private readonly far = new Sources<readonly Command[]>();
  private readonly all = computed(() =>
    searchable([...this.near.values(), ...this.far.values()].flat()),
  );

  /**
   * @param place `here` of the page that is open: before all others
   * @returns what takes them out again
   */
  register(source: Signal<readonly Command[]>, place?: 'here'): () => void {
    return (place === 'here' ? this.near : this.far).add(source);
  }

  /** What can be done with a text that fits no command. */
  readonly otherwise = signal<(text: string) => readonly Command[]>(() => []);

  /** @see fitting */
  find(text: string, limit: number): Command[] {
    const words = text.trim();
    if (words === '') return this.offered(limit);
    const found = withMore(fitting(this.all(), text, limit)).slice(0, limit);
    return found.length > 0 ? found : [...this.otherwise()(words)];
  }

  private offered(limit: number): Command[] {
    const all = this.all().map(({ command }) => command);
    const byId = new Map(all.map((command) => [command.id, command]));
    const last = this.recent.ids().flatMap((id) => byId.get(id) ?? []);
    const first = new Set(last.slice(0, RECENT));
    const others = all.filter((command) => !command.onlyFound && !first.has(command));
    const here = new Set(this.near.values().flat());
    const near = others.filter((command) => here.has(command));
    const far = others.filter((command) => !here.has(command));
    const urgent = far.filter(isUrgent).slice(0, URGENT);
    const inOrder = new Set([...first, ...near.slice(0, NEAR), ...urgent, ...far, ...near]);
    return [...inOrder].slice(0, limit);
  }
}

function isUrgent(command: Command): boolean {
  const health = command.health?.();
  return health !== undefined && needsAttention(health);
}

interface Searchable {
  readonly command: Command;
  readonly name: string;
  /** What its line shows. */
  readonly shown: string;
  readonly also: string;
}

/** Lower case once instead of at every key press. */
export function searchable(commands: readonly Command[]): Searchable[] {
  return commands.map((command) => ({
    command,
    name: command.name.toLowerCase(),
    shown: [command.name, command.kind, command.detail ?? '', command.code ?? '']
      .join('\n')
      .toLowerCase(),
    also: (command.also ?? '').toLowerCase(),
  }));
}

/**
 * Those of which every word of the text begins a word: names that begin with the text, names that have
 * it, all others; what only tells comes last. Where nothing does, those that have it inside a word.
 */
export function fitting(all: readonly Searchable[], text: string, limit: number): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const having = (isIn: (text: string, word: string) => boolean) =>
    all.filter(({ shown, also }) => words.every((word) => isIn(shown, word) || isIn(also, word)));
  const whole = having(beginsAWord);
  const found = whole.length > 0 ? whole : having((text, word) => text.includes(word));
  // A PC is found by what is wrong with it, which is more than a word of a description.
  const rank = ({ name, command }: Searchable) =>
    (name.startsWith(first) ? 0 : name.includes(first) || command.health ? 1 : 2) +
    (command.onlyTells ? 3 : 0);
  const inOrder = found.sort((a, b) => rank(a) - rank(b));
  return inOrder.slice(0, limit).map((one) => withReason(one, words));
}

const NO_LETTER = /[^\p{L}\p{N}]/u;

/** `print` begins a word of `list_print_jobs` and of `Printers`, and none of `fingerprint`. */
function beginsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || NO_LETTER.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

function withMore(found: readonly Command[]): Command[] {
  const [one, another] = found.filter(({ more }) => more);
  if (!one?.more || another) return [...found];
  const at = found.indexOf(one) + 1;
  const below = one.more();
  const shown = new Set(below.map(({ id }) => id));
  return [...found.slice(0, at), ...below, ...found.slice(at).filter(({ id }) => !shown.has(id))];
}

/** Nobody sees why a line was found by a word that it does not show: its detail says that word. */
function withReason({ command, shown, also }: Searchable, words: readonly string[]): Command {
  const unseen = words.filter((word) => !shown.includes(word));
  if (unseen.length === 0) return command;
  const why = also.split(/\s+/).filter((one) => unseen.some((word) => one.includes(word)));
  const reason = why.slice(0, REASONS).join(', ');
  return { ...command, detail: [command.detail ?? [], reason].flat().join(' · ') };
}
