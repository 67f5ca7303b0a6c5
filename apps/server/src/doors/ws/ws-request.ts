import {
  checkWith,
  describeIssues,
  isWsAction,
  scanFrame,
  type Issue,
  type WsAction,
  type WsRequest,
} from '@kenny/contract';
import { wsValidators } from '@kenny/contract/http-validators';
import { KennyError } from '../../kernel/index.js';
import { judgeJson } from '../admission/judge-json.js';

/** What is known of a message, even when it is refused. */
export interface Named {
  readonly id: string | null;
  readonly action: string | null;
}

export interface ParsedRequest extends Named {
  readonly id: string;
  readonly action: WsAction;
  readonly payload: Record<string, unknown>;
}

export type Reading =
  { ok: true; request: ParsedRequest } | { ok: false; named: Named; error: KennyError };

/** Parses and validates one message. Never throws. */
export function readRequest(data: Buffer, binary: boolean): Reading {
  let named: Named = { id: null, action: null };
  try {
    if (binary) throw new KennyError('bad_args', 'Send text messages, one JSON object each.');
    const value = judgeJson(data);
    named = namesOf(value);
    const request = envelopeOf(value);
    return { ok: true, request: { ...request, action: knownAction(request) } };
  } catch (error) {
    if (error instanceof KennyError) return { ok: false, named, error };
    throw error;
  }
}

/** For a message that is not parsed at all. */
export function idOf(data: Buffer): string | null {
  return scanFrame(data.toString('utf8')).id ?? null;
}

function envelopeOf(value: object): WsRequest {
  const issues = checkWith(wsValidators, 'ws:request', value);
  if (issues.length === 0) return value as WsRequest;
  throw new KennyError('validation', describeIssues(issues), { issues });
}

function knownAction({ action, payload }: WsRequest): WsAction {
  if (!isWsAction(action)) {
    throw new KennyError('unknown_action', `There is no action ${JSON.stringify(action)}.`);
  }
  const issues = checkWith(wsValidators, `payload:${action}`, payload);
  if (issues.length === 0) return action;
  const words = missingField(issues[0], payload) ?? `payload: ${describeIssues(issues)}`;
  throw new KennyError('validation', words, { issues });
}

/** A field that must be there, absent or empty: in the words that the seed's clients know. */
function missingField(issue: Issue | undefined, payload: object): string | undefined {
  if (!issue) return undefined;
  const absent = /^must have required property '([a-z_]+)'$/.exec(issue.message)?.[1];
  const field = issue.path === '$' ? absent : issue.path;
  if (field === undefined) return undefined;
  return absent === field || Reflect.get(payload, field) === ''
    ? `${field} is required`
    : undefined;
}

function namesOf(value: object): Named {
  return { id: textOf(value, 'id', 128), action: textOf(value, 'action', 64) };
}

function textOf(value: object, key: string, longest: number): string | null {
  const text: unknown = Reflect.get(value, key);
  return typeof text === 'string' && text.length > 0 && text.length <= longest ? text : null;
}
