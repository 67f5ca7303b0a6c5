import { createHash } from 'node:crypto';
import type { Catalog } from '@kenny/contract/agent';
import { canonicalText, findUnsafe } from '@kenny/kernel';

/** The PC and the vocabulary that a call was meant for. */
export interface CallTarget {
  /** Names one enrolment of a PC. */
  readonly agent_uid: string;
  /** SHA-256 (hex) of the PC's public key. */
  readonly agent_key: string;
  /** SHA-256 (hex) of the derived catalog: what the tool's name and arguments mean. */
  readonly catalog: string;
}

export interface CallToFreeze extends CallTarget {
  readonly agent_id: string;
  readonly tool: string;
  /** With defaults filled in. */
  readonly args: Readonly<Record<string, unknown>>;
}

export interface FrozenCall {
  /** RFC 8785 text: the same call always has the same bytes. */
  readonly text: string;
  /** SHA-256 of the text in hex: what a person's decision is bound to (ADR 0010). */
  readonly sha256: string;
}

/**
 * Freezes exactly this tool with these arguments on this PC (design §5).
 * @throws RangeError for strings with half a character or NUL and for numbers JSON cannot hold:
 * callers have refused those as `bad_args` before.
 */
export function frozenCall(call: CallToFreeze): FrozenCall {
  const { agent_uid, agent_key, agent_id, tool, args, catalog } = call;
  const unsafe = findUnsafe(args);
  if (unsafe) throw new RangeError(`args ${unsafe}`);
  const text = canonicalText({ agent_uid, agent_key, agent_id, tool, args, catalog });
  return { text, sha256: sha256(text) };
}

export function catalogSha256(catalog: Catalog): string {
  return sha256(canonicalText(catalog));
}

export interface RepeatedCall {
  readonly principal_key: string;
  readonly agent_uid: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One key for all repetitions of a call by one principal: look the last approval up by it. */
export function repeatKey({ principal_key, agent_uid, tool, args }: RepeatedCall): string {
  return sha256(canonicalText({ principal_key, agent_uid, tool, args }));
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
