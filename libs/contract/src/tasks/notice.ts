import type { TaskLogLevel } from './events.js';

/** What `/ws` pushes for a task; its names are those of the seed, and the raw update beside them. */
export interface TaskNotice {
  readonly action: TaskNoticeAction;
  /** The same as in the action, after the dot. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Beside `data`: where the seed's documents say that these fields stand. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

export type TaskNoticeAction =
  | 'acp.progress'
  | 'acp.log'
  | 'acp.result'
  | 'acp.error'
  | 'acp.status'
  | 'acp.heartbeat'
  | 'acp.update'
  | 'task.updated'
  | 'agent.updated'
  | 'permission.requested'
  | 'permission.resolved';

type Data = Readonly<Record<string, unknown>>;

export function notice(action: TaskNoticeAction, data: Data, beside?: Data): TaskNotice {
  return {
    action,
    type: action.slice(action.indexOf('.') + 1),
    data,
    ...(beside ? { beside } : {}),
  };
}

export const logNotice = (level: TaskLogLevel, message: string, more: Data = {}): TaskNotice =>
  notice('acp.log', { level, message, ...more });
