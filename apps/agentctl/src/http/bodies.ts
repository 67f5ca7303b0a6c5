import { AGENTCTL_FIRST_CALL_ID, AGENTCTL_LIMITS, AGENTCTL_TIMES } from '@kenny/contract/agentctl';
import { isId, type Message, type RpcId } from '@kenny/jsonrpc';
import { isObject } from '@kenny/kernel';
import type { Outcome } from '../relay/permission.js';
import { invalid, refuseOthers } from './body.js';

type Body = Record<string, unknown>;

export type SentMessage =
  | { kind: 'message'; message: Message }
  | { kind: 'answer'; message: Message & { id: RpcId } }
  | { kind: 'legacy'; line: Body };

/** @throws Refusal */
export function sentMessage(body: Body): SentMessage {
  // Agents of before JSON-RPC are told so, in lines of their own form.
  if (typeof body['type'] === 'string' && !('jsonrpc' in body) && !('method' in body)) {
    return { kind: 'legacy', line: body };
  }
  refuseOthers(body, ['jsonrpc', 'id', 'method', 'params', 'result', 'error']);
  if ('jsonrpc' in body && body['jsonrpc'] !== '2.0') throw invalid('jsonrpc must be "2.0"');
  if ('method' in body) return { kind: 'message', message: request(body) };
  if ('result' in body || 'error' in body) return { kind: 'answer', message: answer(body) };
  throw invalid('method is missing', 'An answer to the agent has an id, and a result or an error.');
}

/** @throws Refusal */
export function calledMethod(body: Body): { method: string; params: unknown; timeoutMs: number } {
  refuseOthers(body, ['jsonrpc', 'method', 'params', 'timeout_ms']);
  if ('jsonrpc' in body && body['jsonrpc'] !== '2.0') throw invalid('jsonrpc must be "2.0"');
  const { timeout_ms: timeoutMs = AGENTCTL_TIMES.callMs } = body;
  const longest = AGENTCTL_TIMES.longestCallMs;
  if (typeof timeoutMs !== 'number' || !(timeoutMs >= 1 && timeoutMs <= longest)) {
    throw invalid(`timeout_ms must be a number from 1 to ${longest}`);
  }
  return { method: methodOf(body), params: paramsOf(body), timeoutMs };
}

/** @throws Refusal */
export function permissionAnswer(body: Body): { pendingId: string; outcome: Outcome } {
  refuseOthers(body, ['pending_id', 'option_id', 'cancelled']);
  const { pending_id: pendingId, option_id, cancelled = false } = body;
  if (typeof pendingId !== 'string' || pendingId === '') throw invalid('pending_id must be a text');
  if (typeof cancelled !== 'boolean') throw invalid('cancelled must be true or false');
  if (cancelled && option_id !== undefined) {
    throw invalid('option_id and cancelled exclude each other');
  }
  if (cancelled) return { pendingId, outcome: { cancelled: true } };
  if (typeof option_id === 'string') return { pendingId, outcome: { option_id } };
  throw invalid('option_id must be a text', 'Or say "cancelled": true.');
}

/** @throws Refusal */
export function stopForce(body: Body): boolean {
  const { force = false } = body;
  if (typeof force !== 'boolean') throw invalid('force must be true or false');
  return force;
}

/**
 * A count in the query.
 * @throws Refusal
 */
export function countOf(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? String(AGENTCTL_LIMITS.outputLast);
  const count = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (count <= AGENTCTL_LIMITS.outputLines) return count;
  throw invalid(`${name} must be a whole number of at most ${AGENTCTL_LIMITS.outputLines}`);
}

/** @throws Refusal */
export function flagOf(query: URLSearchParams, name: string): boolean {
  const text = query.get(name) ?? 'false';
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw invalid(`${name} must be true or false`);
}

function request(body: Body): Message {
  if ('result' in body || 'error' in body) throw invalid('a method has no result and no error');
  const method = methodOf(body);
  const params = paramsOf(body);
  const { id } = body;
  if (id === undefined) return { jsonrpc: '2.0', method, params };
  if (!isId(id)) throw invalid(ID_WORDS);
  if (typeof id === 'number' && id >= AGENTCTL_FIRST_CALL_ID) {
    throw invalid(
      `id must be below ${AGENTCTL_FIRST_CALL_ID}`,
      'Those from there on are for /acp/call.',
    );
  }
  return { jsonrpc: '2.0', id, method, params };
}

function answer(body: Body): Message & { id: RpcId } {
  const { id, result, error } = body;
  if (!isId(id)) throw invalid(ID_WORDS);
  if ('params' in body) throw invalid('an answer has no params');
  if ('result' in body) {
    if ('error' in body) throw invalid('an answer has a result or an error, not both');
    return { jsonrpc: '2.0', id, result };
  }
  if (!isObject(error)) throw invalid('error must be an object');
  const { code, message, data } = error;
  refuseOthers(error, ['code', 'message', 'data']);
  if (typeof code !== 'number' || !Number.isInteger(code)) {
    throw invalid('error.code must be a whole number');
  }
  if (typeof message !== 'string') throw invalid('error.message must be a text');
  return {
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}

const ID_WORDS = 'id must be a whole number or a text of at most 1,024 characters';

function methodOf({ method }: Body): string {
  if (typeof method === 'string' && method !== '' && method.length <= AGENTCTL_LIMITS.textLength) {
    return method;
  }
  throw invalid(`method must be a text of 1 to ${AGENTCTL_LIMITS.textLength} characters`);
}

function paramsOf({ params }: Body): unknown {
  if (params === undefined || isObject(params) || Array.isArray(params)) return params;
  throw invalid('params must be an object or a list');
}
