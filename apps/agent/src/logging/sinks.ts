import { maskSecrets, type LogLevel } from '@kenny/contract/agent';
import { reaches, type LogEvent, type LogSink } from './logger.js';
import type { RotatingFile } from './rotating-file.js';

/** The local log: one JSON object per line. */
export function fileSink(file: RotatingFile, level: LogLevel): LogSink {
  return {
    write(event) {
      if (reaches(event.level, level)) file.append(maskSecrets(JSON.stringify(event)));
    },
  };
}

/** One readable line per event, for a terminal or the system's journal. */
export function textSink(write: (line: string) => void, level: LogLevel): LogSink {
  return {
    write(event) {
      if (reaches(event.level, level)) write(maskSecrets(formatEvent(event)));
    },
  };
}

/** Values are JSON, so that foreign text cannot break the line or send control codes. */
export function formatEvent(event: LogEvent): string {
  const fields = Object.entries(event.fields ?? {}).map(
    ([name, value]) => `${name}=${printable(JSON.stringify(value))}`,
  );
  const head = `${event.at} ${event.level.padEnd(5)} ${event.target}: ${printable(event.message)}`;
  return [head, ...fields].join(' ');
}

function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
