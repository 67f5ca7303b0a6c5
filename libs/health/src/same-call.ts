import { CLEAN_TARGETS } from '@kenny/contract/web';
import type { Remedy } from './remedy.js';

export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * The same tool with exactly the same arguments: texts, numbers and lists of them. In which order
 * somebody chose what a clean-up empties makes no other one of it.
 */
export function sameCall(a: Call, b: Call): boolean {
  const names = Object.keys(a.args);
  return (
    a.tool === b.tool &&
    names.length === Object.keys(b.args).length &&
    names.every((name) => sameArgument(a, b, name))
  );
}

/** The same tool, with all the arguments of the other and maybe more: much the same comes of it. */
export function likeCall(a: Call, b: Call): boolean {
  return a.tool === b.tool && Object.keys(b.args).every((name) => sameArgument(a, b, name));
}

function sameArgument(a: Call, b: Call, name: string): boolean {
  if (!Object.hasOwn(a.args, name) || !Object.hasOwn(b.args, name)) return false;
  return JSON.stringify(inOrder(a.args[name])) === JSON.stringify(inOrder(b.args[name]));
}

function inOrder(value: unknown): unknown {
  const isChosen = (one: unknown) => typeof one === 'string' && Object.hasOwn(CLEAN_TARGETS, one);
  return Array.isArray(value) && value.every(isChosen) ? [...(value as string[])].sort() : value;
}

/**
 * The remedy that this call is, of those for its system; nothing that somebody says about it counts.
 * What a person chooses something for is none: its arguments are theirs.
 */
export function remedyOf(
  remedies: readonly Remedy[],
  os: string | undefined,
  call: Call,
): Remedy | undefined {
  return remedies.find((one) => one.os === os && !one.choose && sameCall(one, call));
}
