import { agentEnrollPath } from '@kenny/contract/agent';
import { type Clock, isObject } from '@kenny/kernel';
import { agentSignatures, decodeKey, encodeBase64, keyFingerprint } from '@kenny/handshake/agent';
import { createHash } from 'node:crypto';
import { Backoff } from '../platform/backoff.js';
import type { Logger } from '../logging/index.js';
import { parseJsonObject } from '../platform/state-files.js';
import { wait } from '../platform/wait.js';
import { postJson, type PostResult } from './post-json.js';

export interface EnrolOptions {
  agentId: string;
  /** Base of the server's HTTP routes. */
  http: string;
  token: string;
  /** The agent's private seed. */
  seed: Uint8Array;
  /** The pinned key, if configured: any other server key ends the enrolment. */
  expectedServerKey: Uint8Array | undefined;
  tlsCa: string | undefined;
  clock: Clock;
  log: Logger;
  signal?: AbortSignal | undefined;
  random?: () => number;
}

/** The server, or something in its place, refused: trying again would not help. */
export class EnrolmentRefused extends Error {
  override readonly name = 'EnrolmentRefused';
}

/** Cancelled before the server answered. */
export class EnrolmentStopped extends Error {
  override readonly name = 'EnrolmentStopped';
}

const REQUEST_MS = 15_000;

/**
 * Registers the public key with the one-time token (seed 000, Enrollment) and returns the server's
 * key. Retries while the server is unreachable or busy.
 * @throws EnrolmentRefused with what to do; EnrolmentStopped
 */
export async function enrol(options: EnrolOptions): Promise<Buffer> {
  const { clock, log, signal } = options;
  const backoff = new Backoff(options.random);
  const url = `${options.http}${agentEnrollPath(options.agentId)}`;
  const body = { public_key: encodeBase64(agentSignatures.createSigner(options.seed).publicKey) };
  for (;;) {
    const result = await postJson({
      url,
      body,
      bearer: options.token,
      tlsCa: options.tlsCa,
      timeoutMs: REQUEST_MS,
      signal,
    });
    if (signal?.aborted) throw new EnrolmentStopped('stopped before the server answered');
    const trouble = passingTrouble(result);
    if (trouble === undefined) return acceptAnswer(result, options);
    const delayMs = Math.max(backoff.next({ lastedMs: 0 }), retryAfterMs(result));
    log.warn('cannot enrol yet', { url, error: trouble, retry_in_s: Math.ceil(delayMs / 1000) });
    await wait(clock, delayMs, signal);
  }
}

/** SHA-256 of a token, hex: identifies a used one. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Why to try again later; undefined for a final answer. */
function passingTrouble(result: PostResult): string | undefined {
  if ('unreachable' in result) return result.unreachable;
  if (result.status === 429 || result.status >= 500) return serverSays(result);
  return undefined;
}

const LONGEST_RETRY_AFTER_S = 600;

function retryAfterMs(result: PostResult): number {
  const seconds = 'status' in result ? Number(result.retryAfter ?? 0) : 0;
  return Number.isFinite(seconds) ? Math.min(seconds, LONGEST_RETRY_AFTER_S) * 1000 : 0;
}

function acceptAnswer(result: PostResult, options: EnrolOptions): Buffer {
  if ('unreachable' in result) throw new EnrolmentRefused(result.unreachable);
  if (result.status !== 200) throw new EnrolmentRefused(explainRefusal(result, options));
  const { expectedServerKey, http } = options;
  const serverKey = keyInAnswer(result.body, expectedServerKey);
  if (serverKey === 'none') {
    throw new EnrolmentRefused(
      `${http} took this PC's key, but does not say its own: give the server's public key with ` +
        '--server-pubkey, and a new token if this one is used up',
    );
  }
  if (!serverKey) {
    throw new EnrolmentRefused(`${http} answered, but not as a kenny server; check the address`);
  }
  if (expectedServerKey && !serverKey.equals(expectedServerKey)) {
    throw new EnrolmentRefused(
      `this is not the server that was pinned: expected key ${keyFingerprint(expectedServerKey)}, ` +
        `got ${keyFingerprint(serverKey)}; nothing was stored. If the server's key was replaced on ` +
        'purpose, set the new one with --server-pubkey; if not, somebody stands between you and it',
    );
  }
  return serverKey;
}

/**
 * The server's key from the answer. The protocol does not require one (the installer carries the
 * pin): then the pin counts, which the handshake proves.
 */
function keyInAnswer(body: Buffer, pinned: Uint8Array | undefined): Buffer | 'none' | undefined {
  const answer = parseJsonObject(body);
  const text = answer?.['server_public_key'];
  if (text !== undefined) return typeof text === 'string' ? decodeKey(text) : undefined;
  if (answer?.['ok'] !== true) return undefined;
  return pinned ? Buffer.from(pinned) : 'none';
}

function explainRefusal(
  result: { status: number; body: Buffer },
  { agentId, http }: EnrolOptions,
): string {
  const said = serverSays(result);
  switch (result.status) {
    case 401:
      return (
        `the server does not accept the enrolment token of ${agentId} (${said}): it is wrong, used ` +
        `up or too old; make a new one with "kenny agent rekey ${agentId}" at the server`
      );
    case 409:
      return (
        `the server does not take this PC's key as ${agentId} (${said}): where its key was replaced ` +
        'or revoked, enrol with --new-key; where the token was used before, run ' +
        `"kenny agent rekey ${agentId}" at the server and enrol with the new one`
      );
    case 404:
      return `there is no kenny server with a PC ${agentId} at ${http} (${said}); check both`;
    default:
      return `the server refused to enrol ${agentId}: ${said}`;
  }
}

/** The server's message, capped and printable: it goes to a terminal and a log. */
function serverSays({ status, body }: { status: number; body: Buffer }): string {
  const error = parseJsonObject(body)?.['error'];
  const message = isObject(error) ? error['message'] : undefined;
  const words = typeof message === 'string' ? message.replace(/[^\P{C}]/gu, ' ').slice(0, 300) : '';
  return words ? `${status}: ${words}` : `status ${status}`;
}
