import type { StoredTaskEvent } from './events.js';
import { logNotice, notice, type TaskNotice, type TaskNoticeAction } from './notice.js';
import { updateNotification } from './update-notification.js';

/**
 * What one stored event is told as: at least one notification with a name of the seed, and for what
 * an agent sent also `acp.update`. Pure: the same event is always told in the same way.
 */
export function notificationsOf(event: StoredTaskEvent): readonly TaskNotice[] {
  switch (event.type) {
    case 'update':
      return [updateNotification(event.data), notice('acp.update', event.data)];
    case 'log':
      return [notice('acp.log', event.data)];
    case 'progress':
      return [notice('acp.progress', { stage: 'executing', ...event.data })];
    case 'result':
      return [
        notice('acp.result', event.data),
        notice('acp.status', { status: 'stopped', message: event.data.summary }),
      ];
    case 'error':
      return [notice('acp.error', { error: event.data.code, ...event.data })];
    case 'status':
      return [notice('acp.status', event.data)];
    case 'heartbeat':
      return [notice('acp.heartbeat', event.data)];
    case 'session':
      return [
        logNotice('info', SESSION_WORDS[event.data.origin], {
          channel: 'session',
          session_id: event.data.session_id,
        }),
      ];
    case 'prompt':
      return [
        logNotice('info', event.data.text, {
          channel: 'prompt',
          prompt_id: event.data.prompt_id,
          number: event.data.number,
          operator_id: event.data.operator_id,
        }),
      ];
    case 'state':
      return [told('task.updated', { id: event.task_id, ...event.data })];
    case 'agent':
      return [
        told('agent.updated', {
          id: event.agent_instance_id,
          task_id: event.task_id,
          ...event.data,
        }),
      ];
    case 'waiting':
      return [notice('acp.status', { status: 'paused', ...event.data })];
    case 'permission_requested':
      return [told('permission.requested', event.data)];
    case 'permission_resolved':
      return [told('permission.resolved', event.data)];
  }
}

/** The seed's documents have these fields beside `data`, its code in it: both are there. */
const told = (action: TaskNoticeAction, data: TaskNotice['data']): TaskNotice =>
  notice(action, data, data);

const SESSION_WORDS = {
  new: 'The AI agent has a new session.',
  loaded: 'The AI agent goes on in its session.',
  resumed: 'The AI agent goes on in its session.',
  replaced:
    'The AI agent could not go on in its session: it has a new one and was told the transcript.',
} as const;
