import type { Remedy } from './remedy.js';

interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The same tool with exactly the same arguments, as a remedy has them: texts and numbers. */
export function sameCall(a: Call, b: Call): boolean {
  const names = Object.keys(a.args);
  return (
    a.tool === b.tool &&
    names.length === Object.keys(b.args).length &&
    names.every((name) => Object.hasOwn(b.args, name) && a.args[name] === b.args[name])
  );
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
