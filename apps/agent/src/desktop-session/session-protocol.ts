import { SERVICE_NAME } from '@kenny/contract/agent';
import { at, numberAt, textAt } from '../platform/json.js';

/** Everything that the service may ask a session's helper. */
export const SESSION_ACTIONS = ['hello', 'picture', 'start-help', 'stop-help', 'leave'] as const;
export type SessionAction = (typeof SESSION_ACTIONS)[number];

export interface SessionRequest {
  /** New for each request; the answer repeats it. */
  readonly id: string;
  readonly action: SessionAction;
}

export type SessionAnswer =
  | { readonly id: string; readonly ok: true; readonly value: unknown }
  | { readonly id: string; readonly ok: false; readonly reason: string };

const ID = /^[0-9a-f-]{36}$/;

/** Pipe of a session's helper; each session has its own. */
export function pipeName(session: number): string {
  return `\\\\.\\pipe\\${SERVICE_NAME}-session-${session}`;
}

/** Undefined for anything that is not a request. */
export function readRequest(value: unknown): SessionRequest | undefined {
  const [id, wanted] = [textAt(value, 'id'), textAt(value, 'action')];
  const action = SESSION_ACTIONS.find((name) => name === wanted);
  return id !== undefined && ID.test(id) && action ? { id, action } : undefined;
}

/** The answer to this request; undefined for anything else. */
export function readAnswer(value: unknown, id: string): SessionAnswer | undefined {
  if (textAt(value, 'id') !== id) return undefined;
  if (at(value, 'ok') === true) return { id, ok: true, value: at(value, 'value') };
  const reason = textAt(value, 'reason')?.split('\n', 1)[0]?.trim().slice(0, 300);
  return reason ? { id, ok: false, reason } : undefined;
}

export interface HelpStarted {
  readonly pid: number | null;
}

export function readHelpStarted(value: unknown): HelpStarted {
  const pid = numberAt(value, 'pid');
  return { pid: pid !== undefined && Number.isSafeInteger(pid) && pid > 0 ? pid : null };
}
