import * as shapes from '../shapes/index.js';
import { CHANGES, READS, type RpcMethodDefinition } from './method.js';

export const RUNTIME_METHODS = {
  'runtime/state': {
    ...READS,
    ...{
      group: 'runtime',
      handles: ['rpcSessionId', 'pendingQuestions[].sessionId'],
    },
    params: shapes.RpcSessionParams,
    result: shapes.RpcRuntimeState,
    purpose: 'what a conversation does just now, with which model, and what waits for an answer',
  },
  'runtime/stats': {
    ...READS,
    ...{ group: 'runtime', handles: ['rpcSessionId'] },
    params: shapes.RpcSessionParams,
    result: shapes.RpcRuntimeStats,
    purpose: 'messages, calls and tokens of a conversation',
  },
  'runtime/updateSetting': {
    ...CHANGES,
    ...{ group: 'runtimeSettings' },
    params: shapes.RpcUpdateSetting,
    result: shapes.RpcSettingUpdated,
    purpose: "this conversation's model or thinking level",
  },
  'runtime/reload': {
    ...READS,
    ...{ group: 'runtimeSettings' },
    params: shapes.RpcSessionParams,
    result: shapes.RpcDone,
    purpose: 'nothing is cached: it only answers',
  },
  'models/list': {
    ...READS,
    ...{ pace: 'slow', group: 'models' },
    params: shapes.RpcNothing,
    result: shapes.RpcModelList,
    purpose: "the provider's models",
  },
  'models/current': {
    ...READS,
    ...{ group: 'models' },
    params: shapes.RpcNothing,
    result: shapes.RpcModel,
    purpose: "the operator's default",
  },
  'models/set': {
    ...CHANGES,
    ...{ group: 'models' },
    params: shapes.RpcSetModel,
    result: shapes.RpcModel,
    purpose: "changes the operator's default",
  },
  'reasoning/set': {
    ...CHANGES,
    ...{ group: 'models' },
    params: shapes.RpcSetReasoning,
    result: shapes.RpcModel,
    purpose: "changes the operator's default thinking level",
  },
  'tools/list': {
    ...READS,
    ...{ group: 'tools' },
    params: shapes.RpcNothing,
    result: shapes.RpcToolList,
    purpose: 'the tools that the model is offered',
  },
} as const satisfies Record<string, RpcMethodDefinition>;
