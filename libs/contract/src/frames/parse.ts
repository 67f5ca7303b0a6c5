import { isObject } from '@kenny/kernel';
import { CALL_ID_LENGTH } from '../constants.js';
import { isFrameType } from '../generated/catalog.js';
import { check, describeIssues } from '../validate.js';
import { exceedsCaps, scanFrame } from './caps.js';
import type { Frame, FrameOf, FrameType } from './index.js';

export { exceedsCaps, scanFrame } from './caps.js';

export type ParsedFrame<T extends FrameType = FrameType> =
  | { ok: true; frame: { [K in T]: FrameOf<K> }[T]; frameType: T }
  | {
      ok: false;
      reason: string;
      /** The `id`, where it can be read, so that a call can be ended. */
      id?: string;
    };

/**
 * Parses one text message of the tunnel: caps on depth and nodes, JSON, no prototype keys, a known
 * type among `allowed`, and the shape. Never throws; the caller counts and logs the reason.
 * @param prepare - changes the value in place before its shape is judged
 */
export function parseFrame<T extends FrameType>(
  text: string,
  allowed: readonly T[],
  prepare?: (value: Record<string, unknown>) => void,
): ParsedFrame<T> {
  const scan = scanFrame(text);
  if (scan.reason) return refusal(scan.reason, scan.id);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refusal('not JSON');
  }
  if (!isObject(value)) {
    return refusal('not a JSON object');
  }
  const id = readId(value);
  const tooMuch = exceedsCaps(value);
  if (tooMuch) return refusal(tooMuch, id);
  const type: unknown = 'type' in value ? value.type : undefined;
  if (!isFrameType(type) || !isAllowed(type, allowed))
    return refusal('unknown or unexpected type', id);
  prepare?.(value);
  const issues = check(`frame:${type}`, value);
  if (issues.length > 0) return refusal(`${type}: ${describeIssues(issues)}`, id);
  return { ok: true, frame: value as FrameOf<T>, frameType: type };
}

function refusal(reason: string, id?: string): ParsedFrame<never> {
  return { ok: false, reason, ...(id === undefined ? {} : { id }) };
}

function isAllowed<T extends FrameType>(type: FrameType, allowed: readonly T[]): type is T {
  return (allowed as readonly FrameType[]).includes(type);
}

function readId(value: object): string | undefined {
  const id: unknown = 'id' in value ? value.id : undefined;
  return typeof id === 'string' && id.length > 0 && id.length <= CALL_ID_LENGTH ? id : undefined;
}

export function encodeFrame(frame: Frame): string {
  return JSON.stringify(frame);
}
