import { StringDecoder } from 'node:string_decoder';
import { at, parseJson, textAt } from '../json.js';

/**
 * Protocol from a reading process to the agent: `{"ready":true}` once it works, then
 * `{"part":"…","ok":true,"value":…}` or `{"part":"…","ok":false,"reason":"…"}` for each part.
 */
export type PartLine =
  | { kind: 'ready' }
  | { kind: 'part'; part: string; outcome: { value: unknown } | { reason: string } };

export const READY_LINE = JSON.stringify({ ready: true });

export function partLine(part: string, outcome: { value: unknown } | { reason: string }): string {
  return JSON.stringify({ part, ok: 'value' in outcome, ...outcome });
}

/** Undefined for any other output. */
export function readPartLine(text: string): PartLine | undefined {
  const line = parseJson(text.trim());
  if (at(line, 'ready') === true) return { kind: 'ready' };
  const part = textAt(line, 'part');
  if (part === undefined) return undefined;
  if (at(line, 'ok') === true) return { kind: 'part', part, outcome: { value: at(line, 'value') } };
  const reason = textAt(line, 'reason')?.split('\n', 1)[0]?.trim().slice(0, 300);
  return { kind: 'part', part, outcome: { reason: reason || 'it failed without a reason' } };
}

/** Larger than any real list; longer lines are dropped. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** Cuts a stream of bytes into lines (UTF-8). */
export class LineReader {
  private rest = '';
  private readonly decoder = new StringDecoder('utf8');

  constructor(private readonly onLine: (line: string) => void) {}

  take(chunk: Buffer): void {
    const lines = (this.rest + this.decoder.write(chunk)).split('\n');
    this.rest = lines.pop() ?? '';
    if (this.rest.length > LONGEST_LINE) this.rest = '';
    for (const line of lines) this.onLine(line);
  }
}
