import { CAPS } from '../constants.js';
import { isFrameType } from '../generated/catalog.js';
import { check, describeIssues } from '../validate.js';
import type { Frame, FrameOf, FrameType } from './index.js';

export type ParsedFrame<T extends FrameType = FrameType> =
  | { ok: true; frame: { [K in T]: FrameOf<K> }[T]; frameType: T }
  | {
      ok: false;
      reason: string;
      /** The `id`, where it can be read, so that a call can be ended. */ id?: string;
    };

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses one text message of the tunnel: JSON, caps on depth and nodes, no prototype keys, a known
 * type among `allowed`, and the shape. Never throws; the caller counts and logs the reason.
 */
export function parseFrame<T extends FrameType>(
  text: string,
  allowed: readonly T[],
): ParsedFrame<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, reason: 'not a JSON object' };
  }
  const id = readId(value);
  const refused = (reason: string): ParsedFrame<T> => ({
    ok: false,
    reason,
    ...(id ? { id } : {}),
  });
  const tooMuch = exceedsCaps(value);
  if (tooMuch) return refused(tooMuch);
  const type: unknown = 'type' in value ? value.type : undefined;
  if (!isFrameType(type) || !isAllowed(type, allowed)) return refused('unknown or unexpected type');
  const issues = check(`frame:${type}`, value);
  if (issues.length > 0) return refused(`${type}: ${describeIssues(issues)}`);
  return { ok: true, frame: value as FrameOf<T>, frameType: type };
}

function isAllowed<T extends FrameType>(type: FrameType, allowed: readonly T[]): type is T {
  return (allowed as readonly FrameType[]).includes(type);
}

function readId(value: object): string | undefined {
  const id: unknown = 'id' in value ? value.id : undefined;
  return typeof id === 'string' && id.length > 0 && id.length <= 128 ? id : undefined;
}

/** Why the value is too deep, too large or dangerous to keep; undefined when it is fine. */
export function exceedsCaps(
  root: object,
  caps: { depth: number; nodes: number } = CAPS,
): string | undefined {
  let nodes = 0;
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > caps.depth) return `deeper than ${caps.depth} levels`;
    const next: object[] = [];
    for (const node of level) {
      for (const key of Object.keys(node)) {
        if (FORBIDDEN_KEYS.has(key)) return `key ${key} is not allowed`;
        nodes += 1;
        if (nodes > caps.nodes) return `more than ${caps.nodes} values`;
        const child: unknown = (node as Record<string, unknown>)[key];
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return undefined;
}

export function encodeFrame(frame: Frame): string {
  return JSON.stringify(frame);
}
