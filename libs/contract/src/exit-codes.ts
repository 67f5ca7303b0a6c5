/** Exit codes of every command line (design §4.1). */
export const EXIT_CODES = {
  ok: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  waiting: 5,
  /** Of an agent or a server, to whoever started it: start me again. */
  restart: 42,
  /** Of a server to whoever started it: update me, then start me again (ADR 0110). */
  update: 43,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
