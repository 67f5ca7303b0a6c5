import type { RegisterMeta } from '@kenny/contract';

/** A PC that holds an authenticated connection right now. Times are epoch ms. */
export interface LiveAgent {
  readonly agent_id: string;
  readonly agent_uid: string;
  /** SHA-256 (hex) of the public key it signed with on this connection. */
  readonly agent_key: string;
  readonly connection_id: string;
  readonly meta: RegisterMeta;
  readonly protocol: string;
  /** Where it connects from. */
  readonly address: string;
  /** `host[:port]` that it dialled, as it says: it only chooses among addresses of ours. */
  readonly host: string;
  readonly connected_at: number;
  readonly last_frame_at: number;
  /** How long a ping takes there and back; undefined until one was answered. */
  readonly latency_ms: number | undefined;
}

/**
 * Port: who holds which agent (design §8). The in-process twin is the tunnel's registry.
 * Lookups go by the exact `agent_id`.
 */
export abstract class AgentDirectory {
  abstract get(agentId: string): LiveAgent | undefined;
  abstract list(): LiveAgent[];
}
