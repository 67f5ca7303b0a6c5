import type { ChatSessionDetail, ChatTurnView } from '@kenny/contract/web';

/** A turn that is over, unless told otherwise. */
export function aTurn(change: Partial<ChatTurnView> = {}): ChatTurnView {
  return {
    ...{ id: 't', number: 1, status: 'completed', message: 'why?', assistant_text: 'so' },
    ...{ tool_events: [], parts: [{ kind: 'text', value: 'so' }], error: null, usage: {} },
    ...{ created_at: '2026-11-22T08:00:00Z', started_at: null },
    finished_at: '2026-11-22T08:00:10Z',
    ...change,
  };
}

/** Anna's conversation about pc1, newest turn first. */
export function aChat(
  history: ChatTurnView[] = [],
  change: Partial<ChatSessionDetail> = {},
): ChatSessionDetail {
  return {
    ...{ id: 's1', owner_id: 'anna', name: 'Why?', agent_id: 'pc1', state: 'idle', turns: 1 },
    ...{ created_at: '2026-11-22T08:00:00Z', updated_at: '2026-11-22T08:00:00Z' },
    ...{ pending: null, last_event: '1:5', history, next_cursor: null },
    ...change,
  };
}
