import { RpcError } from '@kenny/jsonrpc';
import { hideSecrets, HIDDEN, LONGEST_SECRET, openEnd, redact } from '../../secrets/index.js';

/** A copy without secrets: texts under secret keys, and keys and tokens of a known form. */
export function withoutSecrets<T>(value: T): T {
  return redact(value, hideSecrets, HIDDEN) as T;
}

/** Refusals quote what was sent. */
export function refusedWithoutSecrets({ code, message, data }: RpcError): RpcError {
  return new RpcError(code, hideSecrets(message), withoutSecrets(data));
}

/** What of a `turn/event` counts here (seed 004). */
export interface RedactedEvent {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const DELTAS = new Set(['assistantDelta', 'reasoningDelta']);

/**
 * One turn's events without secrets, also where one is cut over two deltas: a delta that ends with what
 * may begin a secret waits for the next event, which always comes. Events keep their order and number.
 */
export class EventRedaction<E extends RedactedEvent> {
  private held: E | null = null;

  /** The events that may leave now. */
  take(event: E): E[] {
    const { held } = this;
    this.held = null;
    if (!DELTAS.has(event.type)) return [...flushed(held), withoutSecrets(event)];
    if (!held) return this.judged(event, textOf(event));
    if (held.type !== event.type) return [...flushed(held), ...this.judged(event, textOf(event))];
    return this.joined(held, event);
  }

  /** What still waits: there will be no more events. */
  end(): E[] {
    const { held } = this;
    this.held = null;
    return flushed(held);
  }

  private judged(event: E, text: string): E[] {
    const open = openEnd(text);
    if (open === text.length || text.length - open >= LONGEST_SECRET) {
      return [saying(event, hideSecrets(text))];
    }
    this.held = saying(event, text);
    return [];
  }

  /** The text of both: what is settled goes with the first, the rest with the second. */
  private joined(first: E, second: E): E[] {
    const text = textOf(first) + textOf(second);
    const open = openEnd(text);
    if (text.length - open >= LONGEST_SECRET || open === text.length) {
      const settled = hideSecrets(text);
      const cut = wordEnd(settled, textOf(first).length);
      return [saying(first, settled.slice(0, cut)), saying(second, settled.slice(cut))];
    }
    this.held = saying(second, text.slice(open));
    return [saying(first, hideSecrets(text.slice(0, open)))];
  }
}

/** Never inside a pair of surrogates. */
function wordEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function flushed<E extends RedactedEvent>(held: E | null): E[] {
  return held ? [saying(held, hideSecrets(textOf(held)))] : [];
}

function textOf({ payload: { delta } }: RedactedEvent): string {
  return typeof delta === 'string' ? delta : '';
}

function saying<E extends RedactedEvent>(event: E, delta: string): E {
  return { ...event, payload: { ...event.payload, delta } };
}
