import type { Door } from '@kenny/contract';
import type { CallSignal } from './call-signal.js';
import type { Principal } from './principal.js';

/** Travels with every call through Dispatch, first argument everywhere (design §1.4). */
export interface CallContext {
  readonly principal: Principal;
  readonly door: Door;
  readonly request_id: string;
  readonly session_id?: string;
  readonly turn_id?: string;
  /** Aborted when the caller no longer wants the answer; sends `cancel` to the agent. */
  readonly signal?: CallSignal;
}
