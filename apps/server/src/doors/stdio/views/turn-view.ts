import type { RpcTurn, RpcTurnError, RpcTurnStatus, TurnStatus } from '@kenny/contract';
import { iso, isoOrNull } from '@kenny/kernel';
import type { TurnError, TurnRecord } from '@kenny/session';

export function rpcTurn(turn: TurnRecord): RpcTurn {
  const { id, session_id, status, cancel_requested, created_at, error } = turn;
  return {
    ...{ id, sessionId: session_id, status: statusOf(status), cancelRequested: cancel_requested },
    ...{ createdAt: iso(created_at), startedAt: isoOrNull(turn.started_at) },
    ...{ finishedAt: isoOrNull(turn.finished_at), error: error && turnError(error) },
  };
}

/** The same in the `error` event, in `turnFinished` and in a turn. */
export function turnError({ code, message }: TurnError): RpcTurnError {
  return { message, code, fatal: false };
}

/** The seed knows no turn that waits for a person. */
function statusOf(status: TurnStatus): RpcTurnStatus {
  return status === 'waiting' ? 'running' : status;
}
