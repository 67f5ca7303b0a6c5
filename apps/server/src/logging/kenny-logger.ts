import { maskSecrets, type LogLevel } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import type { LoggerService } from '@nestjs/common';
import { destination, pino, type Logger as Pino } from 'pino';
import { KennyError, requestContext, StartupError } from '../kernel/index.js';
import { escapeJsonLine, humanLine } from './log-line.js';
import { redact } from '../secrets/index.js';

/** Where lines go; `process.stdout` and pino's destinations fit. */
export interface LineStream {
  write(line: string): unknown;
}

export interface LoggerOptions {
  level: LogLevel;
  /** `human` for a person at a terminal, `json` for everything else. */
  format: 'json' | 'human';
  stream: LineStream;
}

/** One record as it was written: redacted and cut. */
export interface LogRecord {
  readonly level: LogLevel;
  /** Class that speaks, e.g. `SqliteWriter`. */
  readonly context: string | null;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Texts that people gave a tool to run are for the audit; logs get them only when debugging. */
const SCRIPT_KEYS = new Set(['args', 'command', 'content', 'script']);
/** Nest tells of every module and route at start; that is for whoever debugs the wiring. */
const FRAMEWORK: ReadonlySet<unknown> = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
  'WebSocketsController',
]);
const LONGEST_MESSAGE = 8_192;
const LONGEST_FIELD = 2_048;

/**
 * pino behind Nest's `LoggerService`. Nest hands the context over as the last argument; objects
 * before it become fields: `logger.warn('frame dropped', { agent_id, reason })`.
 */
export class KennyLogger implements LoggerService {
  private readonly pino: Pino;
  private readonly listeners = new Set<(record: LogRecord) => void>();

  constructor({ level, format, stream }: LoggerOptions) {
    const render = format === 'human' ? humanLine : escapeJsonLine;
    this.pino = pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
      },
      { write: (line) => void stream.write(maskSecrets(render(line))) },
    );
  }

  /** Called with every record at `warn` and `error`. Returns the function that ends it. */
  onTrouble(listener: (record: LogRecord) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write(FRAMEWORK.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: LogLevel, message: unknown, rest: unknown[]): void {
    // Whoever started us is told in words by the command line; Nest would add a stack to them.
    if (message instanceof StartupError || isTroubleOfStart(message, rest)) return;
    if (!this.pino.isLevelEnabled(level)) return;
    const record = toRecord(level, message, rest);
    const { context, fields } = record;
    this.pino[level]({ ...(context ? { context } : {}), ...fields }, record.message);
    if (level !== 'error' && level !== 'warn') return;
    for (const listener of this.listeners) listener(record);
  }
}

function toRecord(level: LogLevel, message: unknown, rest: unknown[]): LogRecord {
  const last = rest.at(-1);
  const context = typeof last === 'string' && !isStack(last) ? last : null;
  const extras = context === null ? rest : rest.slice(0, -1);
  const raw: Record<string, unknown> = {};
  for (const extra of [message, ...extras]) Object.assign(raw, fieldsOf(extra));
  const quiet = level !== 'debug' && level !== 'trace';
  const fields = redact({ ...requestContext.fields(), ...raw }, cut(LONGEST_FIELD)) as Record<
    string,
    unknown
  >;
  for (const key of Object.keys(fields)) {
    if (quiet && SCRIPT_KEYS.has(key)) fields[key] = '[only at debug]';
  }
  return { level, context, fields, message: cut(LONGEST_MESSAGE)(textOf(message)) };
}

/** What Nest says of a statement or a file that failed while it put the server together. */
function isTroubleOfStart(message: unknown, rest: unknown[]): boolean {
  if (rest.at(-1) !== 'ExceptionHandler') return false;
  if (message instanceof KennyError) return true;
  return message instanceof Error && ('driverError' in message || 'syscall' in message);
}

/** Nest passes a stack as a text of its own; errors bring theirs. */
function fieldsOf(extra: unknown): Record<string, unknown> {
  if (extra instanceof Error) return { stack: extra.stack };
  if (typeof extra === 'string') return isStack(extra) ? { stack: extra } : {};
  if (!isObject(extra)) return {};
  return { ...extra };
}

const isStack = (text: string): boolean => text.includes('\n    at ');

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  if (message instanceof Error) return message.message;
  return typeof message === 'object' && message !== null ? '' : String(message);
}

const cut = (longest: number) => (text: string) =>
  text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;

/** The process's logger: JSON on standard output, short lines when a person watches. */
export function createLogger(level: LogLevel): KennyLogger {
  const person = process.stdout.isTTY;
  return new KennyLogger({
    level,
    format: person ? 'human' : 'json',
    stream: person ? process.stdout : destination({ dest: 1, sync: false }),
  });
}
