import { iso, type Clock } from '@kenny/kernel';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Log = Record<
  LogLevel,
  (message: string, facts?: Readonly<Record<string, unknown>>) => void
>;

/** One line of JSON for each entry: whatever an agent has said stays inside its quotes. */
export function jsonLog(level: LogLevel, clock: Clock, print: (line: string) => void): Log {
  const from = LOG_LEVELS.indexOf(level);
  const at =
    (own: LogLevel): Log[LogLevel] =>
    (message, facts) => {
      if (LOG_LEVELS.indexOf(own) < from) return;
      print(`${JSON.stringify({ time: iso(clock.now()), level: own, message, ...facts })}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
