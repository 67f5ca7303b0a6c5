import { crc32 } from 'node:zlib';
import { isObject } from '@kenny/kernel';
import { parseJsonObject } from '../platform/state-files.js';
import type { Response } from './answers.js';

/** Written before a change call runs. */
export interface StartRecord {
  kind: 'start';
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  call: string;
  /** The approval it used; absent in older lines and where the server named none. */
  approval?: string;
}

/**
 * Written after it ran or was refused. Replaces its start record. `response` is dropped with age.
 */
export interface FinishRecord extends Omit<StartRecord, 'kind'> {
  kind: 'finish';
  response?: Response;
}

export type JournalRecord = StartRecord | FinishRecord;

/**
 * One line: checksum, blank, JSON. The checksum exposes a line that a power cut left half written.
 * @param response its response, if encoded already
 */
export function encodeRecord(record: JournalRecord, response?: string): Buffer {
  const text = JSON.stringify(record);
  const whole = response === undefined ? text : `${text.slice(0, -1)},"response":${response}}`;
  const json = Buffer.from(whole);
  return Buffer.concat([Buffer.from(`${checksum(json)} `), json, Buffer.from('\n')]);
}

/** Undefined for a damaged line (without its newline). */
export function decodeRecord(line: Buffer): JournalRecord | undefined {
  const json = line.subarray(9);
  if (line.subarray(0, 9).toString('latin1') !== `${checksum(json)} `) return undefined;
  const value = parseJsonObject(json);
  return isRecord(value) ? value : undefined;
}

function checksum(json: Buffer): string {
  return crc32(json).toString(16).padStart(8, '0');
}

/** The checksum proves that we wrote it; this only rejects kinds of other versions. */
function isRecord(value: unknown): value is JournalRecord {
  return (
    isObject(value) &&
    (value['kind'] === 'start' || value['kind'] === 'finish') &&
    typeof value['id'] === 'string' &&
    typeof value['at'] === 'number' &&
    typeof value['call'] === 'string' &&
    (value['approval'] === undefined || typeof value['approval'] === 'string')
  );
}
