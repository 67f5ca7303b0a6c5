import type { Door } from '@kenny/contract';
import type { Principal } from '../../kernel/index.js';

/** Who opened a socket, and whether that still holds. */
export interface Visitor {
  readonly door: Door;
  readonly token_id: string;
  /** null: opened with a token. */
  readonly session_id: string | null;
  /** For one request: counts as a use. @throws KennyError `unauthenticated` when it is over */
  recognise(): Promise<Principal>;
  /** Whether token and session stand; to ask is no use of them. */
  stands(): Promise<boolean>;
}
