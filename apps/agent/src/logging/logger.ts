import { LOG_LEVELS, type LogLevel } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';

/** Flat on purpose: log lines are for people and `grep`, and must not carry a tool's arguments. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** An event, as in the local file and in a `log` frame (seed 000). */
export interface LogEvent {
  /** ISO 8601. */
  at: string;
  level: LogLevel;
  /** The part of the agent, e.g. `connection`. */
  target: string;
  message: string;
  fields?: Record<string, string | number | boolean | null>;
}

export interface LogSink {
  /** Must neither throw nor block. */
  write(event: LogEvent): void;
}

const MESSAGE_CHARACTERS = 4_000;
const FIELD_CHARACTERS = 2_000;
const FIELD_COUNT = 32;

/** Exact names, so that `token_count` or `seeded` stay readable. */
const SECRET_FIELDS = new Set([
  'authorization',
  'enroll_token',
  'password',
  'private_key',
  'secret',
  'seed',
  'token',
]);

/** True when `level` is at least as severe as `threshold`. */
export function reaches(level: LogLevel, threshold: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(threshold);
}

/** Writes capped, redacted events to its sinks; `for` returns the logger of another part. */
export class Logger {
  constructor(
    private readonly sinks: readonly LogSink[],
    private readonly clock: Clock,
    private readonly target = 'agent',
  ) {}

  for(target: string): Logger {
    return new Logger(this.sinks, this.clock, target);
  }

  error(message: string, fields?: LogFields): void {
    this.write('error', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.write('warn', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.write('info', message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.write('debug', message, fields);
  }

  private write(level: LogLevel, message: string, fields: LogFields = {}): void {
    const kept = cleanFields(fields);
    const event: LogEvent = {
      at: new Date(this.clock.now()).toISOString(),
      level,
      target: this.target,
      message: message.slice(0, MESSAGE_CHARACTERS).toWellFormed(),
      ...(Object.keys(kept).length > 0 ? { fields: kept } : {}),
    };
    for (const sink of this.sinks) sink.write(event);
  }
}

function cleanFields(fields: LogFields): Record<string, string | number | boolean | null> {
  const kept: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(fields).slice(0, FIELD_COUNT)) {
    if (value === undefined) continue;
    if (typeof value !== 'string') kept[name] = value;
    else if (SECRET_FIELDS.has(name)) kept[name] = '[redacted]';
    else kept[name] = value.slice(0, FIELD_CHARACTERS).toWellFormed();
  }
  return kept;
}
