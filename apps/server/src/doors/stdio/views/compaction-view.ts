import type { RpcCompaction, RpcSessionEvent } from '@kenny/contract';
import { iso } from '@kenny/kernel';
import type { EventMap } from '../../../kernel/index.js';

type News = EventMap['chat.compacting'];

/** The seed lists files that were read before; a conversation here keeps no such state. */
export function compactionView({
  summary,
  first_kept_entry_id: firstKeptEntryId,
  tokens_before: tokensBefore,
}: NonNullable<News['result']>): RpcCompaction {
  return {
    ...{ summary, firstKeptEntryId, tokensBefore },
    details: { read_files: [], modified_files: [] },
  };
}

export function compactionEvent(
  { session_id: sessionId, phase, result, error }: News,
  now: number,
): RpcSessionEvent {
  const at = { timestamp: iso(now), sessionId };
  if (phase === 'start') return { ...at, type: 'compactionStart', payload: {} };
  const payload = {
    result: result && compactionView(result),
    ...{ aborted: result === null, willRetry: false, errorMessage: error },
  };
  return { ...at, type: 'compactionEnd', payload };
}
