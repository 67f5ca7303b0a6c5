import { CALL_ID_LENGTH, CAPS } from '../constants.js';
import { walkJson } from '@kenny/kernel';

interface ValueCaps {
  depth: number;
  nodes: number;
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Why the value is too deep, too large or dangerous to keep; undefined when it is fine. */
export function exceedsCaps(root: object, caps: ValueCaps = CAPS): string | undefined {
  let nodes = 0;
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > caps.depth) return tooDeep(caps);
    const next: object[] = [];
    for (const node of level) {
      const forbidden = forbiddenKey(node);
      if (forbidden) return `key ${forbidden} is not allowed`;
      const children: unknown[] = Array.isArray(node) ? node : Object.values(node);
      nodes += children.length;
      if (nodes > caps.nodes) return tooMany(caps);
      for (const child of children)
        if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
  return undefined;
}

function forbiddenKey(node: object): string | undefined {
  if (Array.isArray(node)) return undefined;
  return Object.keys(node).find((key) => FORBIDDEN_KEYS.has(key));
}

function tooDeep(caps: ValueCaps): string {
  return `deeper than ${caps.depth} levels`;
}

function tooMany(caps: ValueCaps): string {
  return `more than ${caps.nodes} values`;
}

export interface FrameScan {
  /** Why the text is not worth parsing; undefined when `JSON.parse` may look at it. */
  reason?: string;
  /** The `id` of the frame, where it stands before the place that was refused. */
  id?: string;
}

/**
 * A first look at the text of a frame. Building 16 MiB of brackets or commas keeps `JSON.parse` busy
 * for seconds; this stops at the caps instead. It never refuses what `exceedsCaps` would accept.
 */
export function scanFrame(text: string, caps: ValueCaps = CAPS): FrameScan {
  const scan: FrameScan = {};
  let depth = 0;
  let commas = 0;
  let key: string | undefined;
  let afterColon = false;
  walkJson(text, (token, start, end) => {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ',') commas += 1;
    else if (token === 'string' && depth === 1) {
      const content = text.slice(start + 1, Math.min(end - 1, start + 2 + CALL_ID_LENGTH));
      if (!afterColon) key = content;
      else if (key === 'id' && isPlainId(content)) scan.id = content;
    }
    if (depth === 1 && token !== 'string') afterColon = token === ':';
    if (depth > caps.depth) scan.reason = tooDeep(caps);
    else if (commas > caps.nodes) scan.reason = tooMany(caps);
    return scan.reason === undefined;
  });
  return scan;
}

/** An escaped id is left alone: no sender writes one, and decoding is `JSON.parse`'s work. */
function isPlainId(content: string): boolean {
  return content.length > 0 && content.length <= CALL_ID_LENGTH && !content.includes('\\');
}
