import { CLEAN_TARGETS } from './clean-targets.js';
import { TOOL_SENTENCES } from './generated/sentences.js';
import { plainCommand, type CallArgs, type Sentence } from './plain-commands.js';

/** A piece of a sentence: ours, or what the call gives, which somebody else wrote. */
export interface SentencePiece {
  readonly text: string;
  readonly given: boolean;
}

/** Of a given text; what runs is shown whole below. */
const SHOWN_LENGTH = 80;

/**
 * What a call does, in plain words: `Installs Firefox on Reception.` Empty for a tool that is not
 * known here. It is made of the tool and of nothing that whoever asked says about it.
 * @param fix - the title of the remedy of ours that this call is, if it is exactly one
 */
export function sentenceOf(
  tool: string,
  args: CallArgs,
  pc: string,
  fix?: string,
): SentencePiece[] {
  const own: Sentence | undefined = fix === undefined ? undefined : [fixSentence(fix), {}];
  const plain = plainCommand(tool, args)?.told;
  const [sentence, given] = plain ?? own ?? ofTool(tool, args) ?? ['', {}];
  return `${sentence}${own ? ' This is kenny’s own fix.' : ''}`
    .split(/(\{\w+\})/)
    .filter((text) => text !== '')
    .map((text) => {
      const name = /^\{(\w+)\}$/.exec(text)?.[1];
      if (name === undefined) return { text, given: false };
      return { text: name === 'pc' ? pc : shown(given[name]), given: true };
    });
}

/** `Turn on the firewall` becomes `Turns on the firewall on {pc}.` */
function fixSentence(title: string): string {
  return `${onPc(title.replace(/^\w+/, '$&s'), '{pc}')}.`;
}

/** `Free up space on Reception`. */
export function onPc(title: string, pc: string): string {
  return `${title} on ${pc}`;
}

/** The names in `{…}`. */
export function namesIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

function ofTool(tool: string, args: CallArgs): Sentence | undefined {
  const sentences = Object.hasOwn(TOOL_SENTENCES, tool) ? TOOL_SENTENCES[tool] : undefined;
  const fits = sentences?.find((one) =>
    namesIn(one).every((name) => name === 'pc' || isGiven(args[name])),
  );
  return fits === undefined ? undefined : [fits, args];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function shown(value: unknown): string {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const text = all.map((one) => inWords(String(one))).join(', ');
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

function inWords(value: string): string {
  const titles: Readonly<Record<string, string>> = CLEAN_TARGETS;
  return Object.hasOwn(titles, value) ? (titles[value] ?? value).toLowerCase() : value;
}
