import type { TaskPush } from '@kenny/client';
import type { ExitCode, WsEventOf } from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { look, say, Shown } from '../output/shown.js';

export interface WatchOptions {
  readonly since?: string;
}

type Data = Readonly<Record<string, unknown>>;

/** What an agent says and does; its words are never lines of ours. */
export function watchTaskEvents(
  call: Invocation,
  task_id: string,
  { since }: WatchOptions,
): Promise<ExitCode> {
  return call.live().followTask({
    task_id,
    since: since === undefined ? undefined : Number(since),
    begun: () => undefined,
    caughtUp: () => undefined,
    lost: (first) => call.screen.note(say`Events before ${first} are not kept any more.`),
    take: (push, event) => {
      if (call.screen.json) call.screen.printJson(JSON.stringify({ action: push, ...event }));
      else call.screen.print(...linesOf(push, event));
    },
  });
}

function linesOf(push: TaskPush, { data }: WsEventOf<TaskPush>): Shown[] {
  switch (push) {
    case 'acp.log':
      return said(data);
    case 'acp.progress':
      return [say`${look('…', 'dim')} ${textOf(data, 'message')}${status(data)}`];
    case 'acp.result':
      return [
        say`${look('Turn ended', 'bold')}: ${textOf(data, 'status')} ${textOf(data, 'summary')}`,
      ];
    case 'acp.error':
      return [say`${look('Error', 'red')}: ${textOf(data, 'message')}`];
    case 'acp.status':
      return [say`${look(textOf(data, 'status'), 'cyan')} ${textOf(data, 'message')}`];
    case 'task.updated':
      return [say`${look('Task', 'bold')}: ${textOf(data, 'state')}`];
    case 'permission.requested':
      return [
        say`${look('Waits for you', 'yellow')}: ${textOf(data, 'title')} ${look(`→ kenny task permissions`, 'dim')}`,
      ];
    case 'permission.resolved':
      return [say`${look('Permission', 'bold')}: ${textOf(data, 'outcome')}`];
    // What is told in other words already, or says nothing new.
    case 'acp.update':
    case 'acp.heartbeat':
    case 'agent.updated':
      return [];
  }
}

function said(data: Data): Shown[] {
  const as = textOf(data, 'channel') === 'thought' || textOf(data, 'level') === 'debug';
  return textOf(data, 'message')
    .split('\n')
    .map(
      (line) => say`${look('│', 'dim')} ${as ? look(Shown.text(line), 'dim') : Shown.text(line)}`,
    );
}

function status(data: Data): string {
  const word = textOf(data, 'status');
  return word === '' ? '' : ` (${word})`;
}

function textOf(data: Data, key: string): string {
  const value = data[key];
  return typeof value === 'string' ? value : '';
}
