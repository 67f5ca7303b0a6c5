import { checkWith } from './check-with.js';
import type * as ws from './ws/index.js';

export type WsMessage = ws.WsResponse | ws.WsNotification | ws.WsError;

/** What is wrong with a message, in words. */
export interface UnreadableMessage {
  readonly type: 'unreadable';
  readonly why: string;
}

/**
 * How a client reads what a server pushes and answers: judged before anybody relies on it, as the
 * answers over HTTP are. The validators are loaded with the first call.
 */
export async function wsReader(): Promise<(text: string) => WsMessage | UnreadableMessage> {
  const { wsAnswerValidators } = await import('./generated/ws-answer-validators.js');
  const faults = (name: string, value: unknown) =>
    wsAnswerValidators[name] ? checkWith(wsAnswerValidators, name, value) : [];
  return (text) => {
    const message = parsed(text);
    const type = typeOf(message);
    if (type === undefined) return { type: 'unreadable', why: 'no message of this door' };
    const envelope = faults(`ws:${type}`, message);
    if (envelope.length > 0) return { type: 'unreadable', why: envelope[0]?.message ?? '' };
    const { action, payload } = message as WsMessage;
    const inner = type === 'response' ? `answer:${action}` : `event:${action}`;
    const [fault] = type === 'error' ? faults('ws:error_payload', payload) : faults(inner, payload);
    return fault
      ? { type: 'unreadable', why: `${action}: ${fault.path} ${fault.message}` }
      : (message as WsMessage);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no type fits it
  }
}

function typeOf(message: unknown): WsMessage['type'] | undefined {
  const type: unknown =
    typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  return type === 'response' || type === 'notification' || type === 'error' ? type : undefined;
}
