import { CommonTexts, SHORTEST } from './common-texts.js';
import { BETWEEN, SHORTEST_NAME, type Heard } from './heard.js';
import { NamesIn } from './names-in.js';

/** A stretch of a call's arguments that a PC's earlier answer contains verbatim. */
export interface ForeignText {
  /** The PC that it came from. */
  readonly agent_id: string;
  /** The tool that brought it. */
  readonly tool: string;
  /** The argument that contains it. */
  readonly argument: string;
  /** The longest match from there. */
  readonly text: string;
  /** A whole name of a file, a service or the like, too short to be looked for otherwise. */
  readonly name: boolean;
}

const MOST = 10;

interface Wanted {
  readonly argument: string;
  readonly common: CommonTexts;
  readonly names: NamesIn;
}

/**
 * What a call takes over from answers of PCs, longest first: the person who decides has to know
 * that somebody else may have written it.
 */
export function foreignText(
  heard: Iterable<Heard>,
  args: Readonly<Record<string, unknown>>,
): ForeignText[] {
  const wanted = wantedIn(args);
  if (wanted.length === 0) return [];
  const found = new Map<string, ForeignText>();
  for (const one of heard) {
    for (const part of foundIn(one, wanted)) {
      const key = `${part.agent_id} ${part.tool} ${part.argument} ${part.name}`;
      if ((found.get(key)?.text.length ?? 0) < part.text.length) found.set(key, part);
    }
  }
  return [...found.values()].sort((a, b) => b.text.length - a.text.length).slice(0, MOST);
}

function wantedIn(args: Readonly<Record<string, unknown>>): Wanted[] {
  return Object.entries(args)
    .flatMap(([argument, value]) => textsOf(value).map((text) => ({ argument, text })))
    .filter(({ text }) => text.length >= SHORTEST_NAME)
    .map(({ argument, text }) => ({
      argument,
      common: new CommonTexts(text),
      names: new NamesIn(text),
    }));
}

function* foundIn({ agent_id, tool, texts, names }: Heard, wanted: Wanted[]) {
  const named = new Set(names === '' ? [] : names.split(BETWEEN));
  for (const { argument, common, names: words } of wanted) {
    const from = { agent_id, tool, argument };
    for (const text of texts.length < SHORTEST ? [] : common.in(texts)) {
      yield { ...from, text, name: false };
    }
    for (const text of named.size === 0 ? [] : words.of(named)) yield { ...from, text, name: true };
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
