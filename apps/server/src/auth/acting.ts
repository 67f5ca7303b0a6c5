import type { ActorRef, Door } from '@kenny/contract';
import type { AuditEntry } from '../audit/index.js';
import { KennyError, type CallContext, type Principal } from '../kernel/index.js';

/** Who acts, through which door, in which request. */
export type Acting = Pick<CallContext, 'principal' | 'door' | 'request_id'>;

/** An unauthenticated request. */
export interface Anonymous {
  readonly door: Door;
  readonly request_id: string;
  /** As `clientAddress` found it. */
  readonly address: string;
  /** `host[:port]` that they dialled, as they say. */
  readonly host?: string;
}

export function actorOf({ kind, id, name }: Principal): ActorRef {
  return { kind, id, name };
}

/** The parts of an audit row that say who did it; agents act as well. */
export type Origin = Required<Pick<AuditEntry, 'actor' | 'door' | 'request_id'>>;

/** @param deed - what nobody else may do: `change the key of the model service` */
export function mustBeAdmin({ principal }: Pick<Acting, 'principal'>, deed: string): void {
  if (principal.kind === 'operator' && principal.scope === 'admin') return;
  throw new KennyError('forbidden', `only an admin may ${deed}`);
}

export function by({ principal, door, request_id }: Acting): Origin {
  return { actor: actorOf(principal), door, request_id };
}
