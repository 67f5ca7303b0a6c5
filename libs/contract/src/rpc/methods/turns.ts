import * as shapes from '../shapes/index.js';
import { CHANGES, READS, READS_SESSION, type RpcMethodDefinition } from './method.js';

export const TURN_METHODS = {
  'turns/start': {
    ...CHANGES,
    ...{ group: 'turns', handles: ['sessionId'] },
    params: shapes.RpcStartTurn,
    result: shapes.RpcTurn,
    purpose: 'a message: a turn of its own, or with `steer` part of the one at work',
  },
  'turns/cancel': {
    ...CHANGES,
    ...{ group: 'turns', handles: ['sessionId'] },
    params: shapes.RpcTurnParams,
    result: shapes.RpcTurn,
    purpose: 'ends a turn; what runs on a PC may still run',
  },
  'turns/status': {
    ...READS,
    ...{ group: 'turns', handles: ['sessionId'] },
    params: shapes.RpcTurnParams,
    result: shapes.RpcTurn,
    purpose: 'one turn as it stands',
  },
  'turns/events': {
    ...READS_SESSION,
    ...{ group: 'turns', handles: ['turn.sessionId', 'events[].sessionId'] },
    params: shapes.RpcTurnEventsParams,
    result: shapes.RpcTurnEventList,
    purpose: 'the events of a turn after a sequence; they are stored',
  },
  'ui/answerQuestion': {
    ...CHANGES,
    ...{ group: 'extensionUi', refusals: ['unauthorized'] },
    params: shapes.RpcAnswerQuestion,
    result: shapes.RpcQuestionAnswered,
    purpose: 'decides about a change (needs `decide`), or answers a question of the model',
  },
} as const satisfies Record<string, RpcMethodDefinition>;
