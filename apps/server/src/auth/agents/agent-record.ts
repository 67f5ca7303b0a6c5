import type { Os, RegisterMeta } from '@kenny/contract';
import type { AgentKeyEntity } from './agent-key.entity.js';
import type { AgentEntity } from './agent.entity.js';

/** What was last heard from a PC. Times are epoch ms. */
export interface AgentPresence {
  readonly last_seen: number | null;
  readonly last_meta: RegisterMeta | null;
  readonly last_protocol: string | null;
}

/** One public key of a PC. */
export interface AgentPublicKey {
  /** Standard base64 of the raw 32 bytes. */
  readonly public_key: string;
  /** `agent_key` of approvals (design §5). */
  readonly key_sha256: string;
}

/** A PC as modules see it; immutable. */
export interface AgentRecord extends AgentPresence {
  readonly agent_uid: string;
  readonly agent_id: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Whose it is, how they are reached, and what helpers should know. */
  readonly owner: string | null;
  readonly contact: string | null;
  readonly notes: string | null;
  /** How remote help is opened. */
  readonly help_id: string | null;
  readonly help_link: string | null;
  /** As named when it was added. */
  readonly os: Os | null;
  readonly created_at: number;
  /** Null until it has enrolled a key. */
  readonly enrolled_at: number | null;
  readonly key: AgentPublicKey | null;
  /** Enrolled by a rotation, takes over when it first signs. */
  readonly next_key: AgentPublicKey | null;
  readonly legacy_token_sha256: string | null;
}

export function recordOf(agent: AgentEntity, keys: readonly AgentKeyEntity[]): AgentRecord {
  const key = (state: AgentKeyEntity['state']): AgentPublicKey | null => {
    const found = keys.find((each) => each.state === state);
    return found ? { public_key: found.public_key, key_sha256: found.key_sha256 } : null;
  };
  const { agent_id_key: _, removed_at: __, ...rest } = agent;
  return Object.freeze({ ...rest, key: key('current'), next_key: key('next') });
}
