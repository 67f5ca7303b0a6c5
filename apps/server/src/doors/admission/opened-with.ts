import type { EventMap } from '../../kernel/index.js';

/** The token or login that a socket or stream was opened with, and that it ends with. */
export interface OpenedWith {
  readonly token_id: string;
  /** null: opened with a token. */
  readonly session_id: string | null;
}

/** A revoked token ends all that was opened with it or its logins; a login that ends, only its own. */
export function isEndedBy(own: OpenedWith, ended: EventMap['access.ended']): boolean {
  return ended.session_id === null
    ? own.token_id === ended.token_id
    : own.session_id === ended.session_id;
}
