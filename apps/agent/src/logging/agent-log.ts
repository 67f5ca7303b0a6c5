import { LOG_LEVELS, SERVICE_NAME, type LogLevel } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../errors/error-code.js';
import { ForwardRing } from './forward-ring.js';
import { Logger } from './logger.js';
import { RotatingFile } from './rotating-file.js';
import { fileSink, textSink } from './sinks.js';

export interface AgentLogOptions {
  /** Folder of the rotating files; created if missing. */
  folder: string;
  /** Level of the terminal; the file has at least this, and more than is forwarded. */
  level: LogLevel;
  forwardLevel: LogLevel;
  clock: Clock;
  /** For the terminal or the service manager. */
  print: (line: string) => void;
}

export interface AgentLog {
  log: Logger;
  /** Events for the server. */
  ring: ForwardRing;
  /** Resolves when everything is in the file. */
  flush: () => Promise<void>;
}

/** The agent's log with its three sinks: local file, terminal, server. */
export async function openAgentLog(options: AgentLogOptions): Promise<AgentLog> {
  const { folder, level, clock, print } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = new RotatingFile({
    file: join(folder, `${SERVICE_NAME}.log`),
    onError: (error) => print(`the log file cannot be written: ${errorText(error)}`),
  });
  const ring = new ForwardRing(options.forwardLevel);
  const log = new Logger([fileSink(file, fileLevel(options)), textSink(print, level), ring], clock);
  return { log, ring, flush: () => file.flush() };
}

/** At least one level more than the server gets (seed 000, `log`: the fuller record is here). */
function fileLevel({ level, forwardLevel }: AgentLogOptions): LogLevel {
  const fuller = LOG_LEVELS.indexOf(forwardLevel) + 1;
  return LOG_LEVELS[Math.max(LOG_LEVELS.indexOf(level), fuller)] ?? 'trace';
}
