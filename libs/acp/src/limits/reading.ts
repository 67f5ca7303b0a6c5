import type { Json } from './json.js';
import { ACP_LIMITS } from './limits.js';

/** Reads hostile data field by field, and remembers whether it had to cut something. */
export class Reading {
  private wasCut = false;

  get cut(): boolean {
    return this.wasCut;
  }

  /** Anything but a text is undefined. */
  text(value: unknown, most: number): string | undefined {
    if (typeof value !== 'string') return undefined;
    if (value.length <= most) return value;
    this.wasCut = true;
    return cutText(value, most);
  }

  name(value: unknown): string | undefined {
    return this.text(value, ACP_LIMITS.nameCharacters);
  }

  title(value: unknown): string | undefined {
    return this.text(value, ACP_LIMITS.titleCharacters);
  }

  path(value: unknown): string | undefined {
    return this.text(value, ACP_LIMITS.pathCharacters);
  }

  long(value: unknown): string | undefined {
    return this.text(value, ACP_LIMITS.textCharacters);
  }

  list(value: unknown, most: number): readonly unknown[] {
    if (!Array.isArray(value)) return [];
    if (value.length <= most) return value;
    this.wasCut = true;
    return value.slice(0, most);
  }

  json(value: unknown): Json | undefined {
    if (value === undefined) return undefined;
    const { json, cut } = cutJson(value, ACP_LIMITS.rawCharacters);
    this.wasCut ||= cut;
    return json;
  }
}

/** An id is sent back, and compared, as it came: one that is too long is none. */
export function readId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return value.length <= ACP_LIMITS.idCharacters ? value : undefined;
}

export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function readCount(value: unknown): number | undefined {
  const number = readNumber(value);
  return number !== undefined && number >= 0 ? number : undefined;
}

/** One of these words, or undefined. */
export function readWord<Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === value);
}

/** An object without the fields that are undefined. */
export function defined<T extends object>(fields: T): T;
export function defined(fields: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    if (fields[name] !== undefined) kept[name] = fields[name];
  }
  return kept;
}

function cutText(text: string, most: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return text.slice(0, end);
}

/** What an empty value, a key's quotes or a comma cost. */
const OVERHEAD = 4;
const DANGEROUS = '__proto__';

/** With at most so many characters, about: in a copy, texts, lists and objects end early. */
export function cutJson(
  value: unknown,
  most: number,
): { readonly json: Json; readonly cut: boolean } {
  // Nearly everything is short: it is looked at, and not copied.
  if (isShortJson(value, most)) return { json: value, cut: false };
  let left = most;
  let cut = false;
  const copy = (item: unknown, depth: number): Json => {
    left -= OVERHEAD;
    if (typeof item === 'string') return copyText(item);
    if (typeof item === 'number') return Number.isFinite(item) ? item : null;
    if (typeof item === 'boolean') return item;
    if (typeof item !== 'object' || item === null) return null;
    if (depth === 0) {
      cut = true;
      return null;
    }
    return Array.isArray(item) ? copyList(item, depth) : copyObject(item, depth);
  };
  const copyText = (text: string): string => {
    const room = Math.max(0, left);
    left -= text.length;
    if (text.length <= room) return text;
    cut = true;
    return cutText(text, room);
  };
  const copyList = (list: readonly unknown[], depth: number): Json => {
    const items: Json[] = [];
    for (const item of list) {
      if (left <= 0) return ended(items);
      items.push(copy(item, depth - 1));
    }
    return items;
  };
  const copyObject = (object: object, depth: number): Json => {
    const fields: Record<string, Json> = {};
    // `in` looks at one key after another: an object may have a million.
    for (const key in object) {
      if (!Object.hasOwn(object, key)) continue;
      if (key === DANGEROUS) {
        cut = true;
        continue;
      }
      if (left <= key.length) return ended(fields);
      left -= key.length;
      fields[key] = copy(Reflect.get(object, key), depth - 1);
    }
    return fields;
  };
  const ended = <T>(partial: T): T => {
    cut = true;
    return partial;
  };
  return { json: copy(value, ACP_LIMITS.maxDepth), cut };
}

function isShortJson(value: unknown, most: number): value is Json {
  return roomBehind(value, most, ACP_LIMITS.maxDepth) >= 0;
}

const NO_ROOM = -1;

/** What is left of the room behind a value; negative when a copy has to be cut or changed. */
function roomBehind(item: unknown, room: number, depth: number): number {
  let left = room - OVERHEAD;
  if (typeof item === 'string') return left - item.length;
  if (typeof item === 'number') return Number.isFinite(item) ? left : NO_ROOM;
  if (item === null || typeof item === 'boolean') return left;
  if (typeof item !== 'object' || depth === 0) return NO_ROOM;
  if (Array.isArray(item)) {
    for (const one of item) {
      if (left <= 0) return NO_ROOM;
      left = roomBehind(one, left, depth - 1);
    }
    return left;
  }
  // `in` looks at one key after another: an object may have a million.
  for (const key in item) {
    if (left <= key.length || key === DANGEROUS || !Object.hasOwn(item, key)) return NO_ROOM;
    left = roomBehind(Reflect.get(item, key), left - key.length, depth - 1);
  }
  return left;
}
