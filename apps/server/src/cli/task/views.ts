import {
  API_PATHS,
  changeCountWords,
  EXIT_CODES,
  type ExitCode,
  type TaskDetail,
  type TaskList,
  type TaskState,
  type TaskView,
} from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { ago } from '../output/durations.js';
import { look, say, Shown, type Look } from '../output/shown.js';
import { facts, table } from '../output/table.js';

export interface ListOptions {
  readonly state?: string;
  readonly agent?: string;
  readonly owner?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

const WORDS: Readonly<Record<TaskState, readonly [string, Look?]>> = {
  TODO: ['to do'],
  QUEUED: ['queued'],
  IN_PROGRESS: ['in progress', 'cyan'],
  WAITING_FOR_INPUT: ['waits for you', 'yellow'],
  REVIEW: ['review', 'yellow'],
  COMPLETED: ['completed', 'green'],
  FAILED: ['failed', 'red'],
  CANCELLED: ['stopped'],
  INTERRUPTED: ['interrupted', 'red'],
};

export function stateWord(state: TaskState): Shown {
  const [word, as] = WORDS[state];
  return as ? look(word, as) : say`${word}`;
}

export async function listTasks(call: Invocation, options: ListOptions): Promise<ExitCode> {
  const client = call.client();
  const { state, agent, owner, limit, cursor } = options;
  const query = { state, agent_type: agent, owner_id: owner, limit, cursor };
  const answer = await client.request('GET', API_PATHS.tasks, { query });
  await call.present(client, 'TaskList', answer, (page) =>
    listLines(page, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

function listLines(
  { tasks, next_cursor }: TaskList,
  now: number,
  width: number | undefined,
): Shown[] {
  if (tasks.length === 0) return [say`No tasks.`];
  const rows = tasks.map((task) => [
    stateWord(task.state),
    task.id,
    task.priority,
    task.agent_type,
    task.owner_id,
    ago(task.updated_at, now),
    task.title,
  ]);
  const heads = ['state', 'id', 'priority', 'agent', 'owner', 'changed', 'title'];
  const more = next_cursor === null ? [] : [look(`More: --cursor ${next_cursor}`, 'dim')];
  return [...table(heads, rows, width), ...more];
}

export async function showTask(call: Invocation, id: string): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.task(id));
  await call.present(client, 'TaskDetail', answer, (task) => detailLines(task, answer.serverTime));
  return EXIT_CODES.ok;
}

function detailLines(task: TaskDetail, now: number): Shown[] {
  return [
    ...taskLines(task, now),
    say`  ${changeCountWords(task.changes, task.state === 'COMPLETED')}`,
    ...(task.paused
      ? [
          say`  ${look('paused', 'yellow')} after denials in a row; kenny approvals resume ${task.paused.id}`,
        ]
      : []),
    ...(task.description === '' ? [] : [say``, ...textLines(task.description)]),
    ...task.prompts.flatMap(({ number, text, operator_id, created_at, taken_at }) => [
      say``,
      say`${look(`Prompt ${number}`, 'bold')} by ${operator_id}, ${ago(created_at, now)}${taken_at === null ? ', waits' : ''}`,
      ...textLines(text),
    ]),
    ...(task.agent_instances.length === 0 ? [] : [say``, ...instanceLines(task, now)]),
  ];
}

export function taskLines(task: TaskView, now: number): Shown[] {
  const { error, tools } = task;
  return [
    say`${look(Shown.text(task.title), 'bold')}: ${stateWord(task.state)}`,
    ...(error ? [say`  ${look(error.code, 'red')} ${error.message}`] : []),
    ...facts([
      ['id', task.id],
      ['agent', task.agent_type],
      ['PCs', task.agents === null ? 'all that its owner reaches' : task.agents.join(', ')],
      ['classes', task.classes === null ? null : task.classes.join(', ')],
      ['priority', task.priority],
      ['owner', task.owner_id],
      ['place in the queue', task.queue_position],
      ['waits for', waits(task)],
      ['prompts waiting', task.waiting_prompts === 0 ? null : task.waiting_prompts],
      ['sandbox', sandbox(task.sandboxed)],
      ['tools attached', tools === null ? null : tools.listed_at === null ? 'no' : 'yes'],
      ['read before', task.tainted_by.length === 0 ? null : task.tainted_by.join(', ')],
      ['goes on in its session', task.resumable ? 'yes' : null],
      ['created', ago(task.created_at, now)],
      ['changed', ago(task.updated_at, now)],
    ]),
  ];
}

function waits({ waits_for }: TaskView): string | null {
  if (waits_for.length === 0) return null;
  return waits_for.map(({ kind, id }) => `${kind} ${id}`).join(', ');
}

function sandbox(sandboxed: boolean | null): Shown | null {
  if (sandboxed === null) return null;
  return sandboxed ? say`yes` : look('no: it runs with all rights of the server', 'red');
}

function instanceLines({ agent_instances }: TaskDetail, now: number): Shown[] {
  const rows = agent_instances.map((one) => [
    one.status.toLowerCase(),
    one.id,
    one.agent_type,
    one.started_at === null ? null : ago(one.started_at, now),
    one.exit_code,
    one.error,
  ]);
  return table(['status', 'agent instance', 'agent', 'started', 'exit', 'error'], rows);
}

/** Somebody's own words, so that no line of theirs can pass for one of ours. */
export function textLines(text: string): Shown[] {
  return text.split('\n').map((line) => say`  ${look('│', 'dim')} ${Shown.text(line)}`);
}
