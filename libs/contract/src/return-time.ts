/** What a busy server may ask an agent to wait, in seconds. An agent keeps to it, whatever comes. */
export const RETURN_TIME_S = { min: 1, max: 60 } as const;

const RETURN_TIME = /; again in ([1-9][0-9]?) s$/;

/**
 * The reason of a close with 1013 that tells when there will be room (ADR 0043). Agents that do not
 * know it read it as text and wait as they always did.
 * @param seconds - brought between 1 and 60
 */
export function withReturnTime(reason: string, seconds: number): string {
  const { min, max } = RETURN_TIME_S;
  return `${reason}; again in ${Math.min(max, Math.max(min, Math.ceil(seconds)))} s`;
}

/** Seconds from 1 to 60, or undefined when the reason tells none. */
export function returnTimeOf(reason: string): number | undefined {
  const [, seconds] = RETURN_TIME.exec(reason) ?? [];
  if (seconds === undefined) return undefined;
  return Math.min(RETURN_TIME_S.max, Number(seconds));
}
