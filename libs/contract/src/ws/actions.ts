import { ApprovalAnswer, ApprovalList } from '../http/tools.js';
import { AnswerChatBody, ChatSessionView } from '../http/chat.js';
import { NoArgs } from '../tools/no-args.js';
import {
  ApprovalChanged,
  ApprovalsSubscribed,
  AuditRowAdded,
  AuditSubscribed,
  CancelChat,
  ChatAccepted,
  ChatEventAdded,
  ChatSubscribed,
  DecideApproval,
  ExplainChat,
  FleetPatch,
  FleetSubscribed,
  ListApprovals,
  Pong,
  SendChat,
  StreamGap,
  SubscribeAudit,
  SubscribeChat,
  Unsubscribe,
  Unsubscribed,
  WaitingTaskChanged,
  WaitingTasksSubscribed,
} from './payloads.js';
import type { ActionDefinition, EventDefinition } from './definition.js';
import { TASK_ACTIONS } from './task-actions.js';
import { TASK_NOTIFICATIONS } from './task-notifications.js';

/** Every action of `/ws`; a name stands nowhere else. */
export const WS_ACTIONS = {
  'fleet.subscribe': {
    payload: NoArgs,
    answer: FleetSubscribed,
    audience: 'viewer',
    purpose: 'the fleet as it is; its changes follow as `fleet.patch`',
  },
  'approval.subscribe': {
    payload: NoArgs,
    answer: ApprovalsSubscribed,
    audience: 'operator',
    purpose: 'approvals that have not ended; every step follows as `approval.changed`',
  },
  'waiting_task.subscribe': {
    payload: NoArgs,
    answer: WaitingTasksSubscribed,
    audience: 'viewer',
    purpose: 'tasks that do not go on without a person; changes follow as `waiting_task.changed`',
  },
  'approval.list': {
    payload: ListApprovals,
    answer: ApprovalList,
    audience: 'operator',
    purpose: 'as `GET /api/approvals`',
  },
  'approval.decide': {
    payload: DecideApproval,
    answer: ApprovalAnswer,
    audience: 'operator',
    purpose: 'as `POST /api/approvals/{id}`',
  },
  'audit.subscribe': {
    payload: SubscribeAudit,
    answer: AuditSubscribed,
    audience: 'viewer',
    purpose: 'rows after `after_id`; new ones follow as `audit.row`',
  },
  'chat.subscribe': {
    payload: SubscribeChat,
    answer: ChatSubscribed,
    audience: 'operator',
    purpose: 'events of a conversation after `after`; new ones follow as `chat.event`',
  },
  'chat.send': {
    payload: SendChat,
    answer: ChatAccepted,
    audience: 'operator',
    purpose: 'a message; while a turn is at work it waits or, with `steer`, joins it',
  },
  'chat.explain': {
    payload: ExplainChat,
    answer: ChatAccepted,
    audience: 'operator',
    purpose: 'has one section of a PC explained; as `chat.send` otherwise',
  },
  'chat.answer': {
    payload: AnswerChatBody,
    answer: ChatAccepted,
    audience: 'operator',
    purpose: 'as `POST /api/chat/answer`, but the answer comes at once',
  },
  'chat.cancel': {
    payload: CancelChat,
    answer: ChatSessionView,
    audience: 'operator',
    purpose: 'as `POST /api/chat/sessions/{id}/cancel`',
  },
  ...TASK_ACTIONS,
  unsubscribe: {
    payload: Unsubscribe,
    answer: Unsubscribed,
    audience: 'viewer',
    purpose: 'ends a subscription',
  },
  ping: {
    payload: NoArgs,
    answer: Pong,
    audience: 'viewer',
    purpose: 'answered at once: a page that has heard nothing for long sees whether we are there',
  },
} as const satisfies Record<string, ActionDefinition>;

/** What is pushed. */
export const WS_EVENTS = {
  'fleet.patch': { payload: FleetPatch, purpose: 'PCs that changed or are gone' },
  'approval.changed': { payload: ApprovalChanged, purpose: 'one approval after a step' },
  'waiting_task.changed': {
    payload: WaitingTaskChanged,
    purpose: 'one task that waits for a person, or does not any more: `task` is then null',
  },
  'audit.row': { payload: AuditRowAdded, purpose: 'one new audit row' },
  'chat.event': { payload: ChatEventAdded, purpose: 'one new event of a conversation' },
  ...TASK_NOTIFICATIONS,
  'stream.gap': { payload: StreamGap, purpose: 'messages are missing: subscribe again' },
} as const satisfies Record<string, EventDefinition>;

export type WsAction = keyof typeof WS_ACTIONS;
export type WsPayloadOf<A extends WsAction> = InstanceType<(typeof WS_ACTIONS)[A]['payload']>;
export type WsAnswerOf<A extends WsAction> = InstanceType<(typeof WS_ACTIONS)[A]['answer']>;
export type WsEvent = keyof typeof WS_EVENTS;
export type WsEventOf<E extends WsEvent> = InstanceType<(typeof WS_EVENTS)[E]['payload']>;

export function isWsAction(name: string): name is WsAction {
  return Object.hasOwn(WS_ACTIONS, name);
}
