import * as shapes from '../shapes/index.js';
import { CHANGES, READS, READS_SESSION, type RpcMethodDefinition } from './method.js';

export const SESSION_METHODS = {
  'sessions/create': {
    ...CHANGES,
    ...{ group: 'sessions', opens: true, handles: ['id'] },
    params: shapes.RpcCreateSession,
    result: shapes.RpcSession,
    purpose: 'a new conversation, about the PC that `workspaceRoot` names, or about the fleet',
  },
  'sessions/resume': {
    ...CHANGES,
    ...{ group: 'sessions', opens: true, handles: ['id'] },
    params: shapes.RpcResumeSession,
    result: shapes.RpcSession,
    purpose: 'opens a conversation again; nobody else loses it',
  },
  'sessions/list': {
    ...READS,
    ...{ group: 'sessions' },
    params: shapes.RpcListSessions,
    result: shapes.RpcSessionList,
    purpose: "the operator's own conversations, newest first, forks below what they come from",
  },
  'sessions/rename': {
    ...CHANGES,
    ...{ group: 'sessions', handles: ['id'] },
    params: shapes.RpcRenameSession,
    result: shapes.RpcSession,
    purpose: 'names a conversation; blank takes the name away',
  },
  'sessions/clone': {
    ...CHANGES,
    ...{ group: 'sessions', opens: true, handles: ['id'] },
    params: shapes.RpcSessionParams,
    result: shapes.RpcSession,
    purpose: 'a copy up to the last finished turn',
  },
  'sessions/compact': {
    ...CHANGES,
    ...{ pace: 'slow', group: 'sessions', refusals: ['session_busy'] },
    params: shapes.RpcCompactSession,
    result: shapes.RpcCompaction,
    purpose: 'has the model summarise what is old; nothing is deleted',
  },
  'sessions/forkMessages': {
    ...READS_SESSION,
    ...{ group: 'sessions' },
    params: shapes.RpcSessionParams,
    result: shapes.RpcForkMessages,
    purpose: 'the messages before which `sessions/fork` can cut',
  },
  'sessions/fork': {
    ...CHANGES,
    ...{ group: 'sessions', opens: true, handles: ['session.id'] },
    params: shapes.RpcForkSession,
    result: shapes.RpcFork,
    purpose: 'a copy of what was before a message, and that message to edit',
  },
  'sessions/export': {
    ...READS,
    ...{ pace: 'slow', at: 'process', group: 'sessions' },
    params: shapes.RpcExportSession,
    result: shapes.RpcExport,
    purpose: 'writes the transcript to a file below the folder of `kenny rpc`',
  },
  'sessions/delete': {
    ...CHANGES,
    ...{ group: 'sessions', refusals: ['session_busy'] },
    params: shapes.RpcSessionParams,
    result: shapes.RpcDeletedSession,
    purpose: 'deletes a conversation that is at rest; the audit log keeps what was run',
  },
  'sessions/close': {
    ...CHANGES,
    ...{ group: 'sessions' },
    params: shapes.RpcSessionParams,
    result: shapes.RpcClosedSession,
    purpose: 'cancels its turns, except one that waits for a person, and detaches',
  },
  'sessions/transcript': {
    ...READS_SESSION,
    ...{ group: 'sessions', handles: ['session.id'] },
    params: shapes.RpcSessionParams,
    result: shapes.RpcTranscript,
    purpose: 'everything that was said and run, as normalised messages',
  },
} as const satisfies Record<string, RpcMethodDefinition>;
