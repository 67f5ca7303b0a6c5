import type { WsEvent, WsEventOf } from '@kenny/contract/web';
import type { ClientError } from '../errors/client-error.js';
import type { LivePort } from './watch.js';

/** What `/ws` tells of a task. */
export const TASK_PUSHES = [
  'acp.progress',
  'acp.log',
  'acp.result',
  'acp.error',
  'acp.status',
  'acp.heartbeat',
  'acp.update',
  'task.updated',
  'agent.updated',
  'permission.requested',
  'permission.resolved',
] as const satisfies readonly WsEvent[];
export type TaskPush = (typeof TASK_PUSHES)[number];

export interface WatchedTask {
  readonly task_id: string;
  /** The last event that is known; undefined: only what happens from now on is told. */
  readonly since: number | undefined;
  /** Each once and in order, also over lost connections. */
  take<P extends TaskPush>(push: P, event: WsEventOf<P>): void;
  /** Subscribed, with the number of the last event there is. */
  begun(seq: number): void;
  /** All that was asked for has been told. */
  caughtUp(): void;
  /** Events before this one are not kept any more. */
  lost(firstSeq: number): void;
  failed(error: ClientError): void;
}

/** The events of a task, across lost connections and restarts of the server. */
export function watchTask(live: LivePort, watched: WatchedTask): () => void {
  const { task_id } = watched;
  let last = watched.since;
  /** What was told of the last event: it may have been cut off in the middle of it. */
  let told = new Set<TaskPush>();
  let asking = 0;

  const subscribe = (): void => {
    const mine = (asking += 1);
    const since_seq = last === undefined ? undefined : Math.max(0, told.size > 0 ? last - 1 : last);
    live
      .request('task.subscribe', { task_id, ...(since_seq === undefined ? {} : { since_seq }) })
      .then(
        ({ seq }) => {
          if (mine !== asking) return;
          last ??= seq;
          watched.begun(seq);
        },
        (error: ClientError) => {
          if (mine === asking) watched.failed(error);
        },
      );
  };

  const take = <P extends TaskPush>(push: P, event: WsEventOf<P>): void => {
    if (event.task_id !== task_id) return;
    const before = last ?? 0;
    if (event.seq < before) return;
    if (event.seq > before) told = new Set();
    else if (told.has(push) && push !== 'acp.heartbeat') return;
    last = event.seq;
    if (push !== 'acp.heartbeat') told.add(push);
    watched.take(push, event);
  };

  const stop = [
    live.whenOpen(subscribe),
    ...TASK_PUSHES.map((push) => live.on(push, (event) => take(push, event))),
    live.on('task.replay_done', (event) => {
      if (event.task_id === task_id) watched.caughtUp();
    }),
    live.on('stream.gap', ({ topic, task_id: of, first_seq }) => {
      if (topic !== 'task' || of !== task_id) return;
      if (first_seq === undefined) subscribe();
      else watched.lost(first_seq);
    }),
  ];
  return () => {
    asking += 1;
    for (const end of stop) end();
    // Without a connection there is nothing to end: the subscription went with it.
    live.request('task.unsubscribe', { task_id }).catch(() => undefined);
  };
}
