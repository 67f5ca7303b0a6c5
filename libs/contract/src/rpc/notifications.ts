import * as shapes from './shapes/index.js';

/** What is pushed; a name stands nowhere else. `sessionId` is a handle on stdout. */
export const RPC_NOTIFICATIONS = {
  'turn/event': {
    payload: shapes.RpcTurnEvent,
    purpose: 'one event of a turn, never before the answer that named the turn',
  },
  'session/event': {
    payload: shapes.RpcSessionEvent,
    purpose: 'a compaction begins or has ended',
  },
  'ui/question': {
    payload: shapes.RpcQuestion,
    purpose: 'a change waits for approval, or the model asks something',
  },
  'ui/questionResolved': {
    payload: shapes.RpcQuestionResolved,
    purpose: 'it was decided or answered, or has ended by itself',
  },
  'session/updated': {
    payload: shapes.RpcSessionUpdated,
    purpose: 'somebody changed a conversation elsewhere, or events of it were dropped',
  },
} as const satisfies Record<string, { payload: new () => object; purpose: string }>;

export type RpcNotification = keyof typeof RPC_NOTIFICATIONS;
export type RpcNotificationOf<N extends RpcNotification> = InstanceType<
  (typeof RPC_NOTIFICATIONS)[N]['payload']
>;
