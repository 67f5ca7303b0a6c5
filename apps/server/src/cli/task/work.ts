import {
  API_PATHS,
  EXIT_CODES,
  QUEUED_STATUS,
  type ExitCode,
  type OrchestratorStatus,
  type TaskQueue,
  type TaskStarted,
} from '@kenny/contract/client';
import type { Answer, ServerClient } from '../client/server-client.js';
import { confirmed } from '../confirm.js';
import { CliError } from '../errors.js';
import type { Invocation } from '../invocation.js';
import { refuseGuess } from '../names/pick.js';
import { ago } from '../output/durations.js';
import { say, type Shown } from '../output/shown.js';
import { facts, table } from '../output/table.js';
import { stateWord, taskLines } from './views.js';

export interface TaskFields {
  readonly description?: string;
  readonly agent?: string;
  readonly pc?: readonly string[];
  readonly class?: readonly string[];
  readonly priority?: string;
}

export interface StartOptions {
  readonly agent?: string;
  readonly priority?: string;
}

export interface StopOptions {
  readonly reason?: string;
  readonly force?: boolean;
}

export interface QueueOptions {
  readonly priority?: string;
  readonly remove?: boolean;
}

function bodyOf(options: TaskFields): object {
  return {
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.pc === undefined ? {} : { agents: options.pc }),
    ...(options.class === undefined ? {} : { classes: options.class }),
    ...startOf(options),
  };
}

function startOf({ agent, priority }: StartOptions): object {
  return {
    ...(agent === undefined ? {} : { agent_type: agent }),
    ...(priority === undefined ? {} : { priority: Number(priority) }),
  };
}

export async function createTask(
  call: Invocation,
  title: string,
  { start, ...options }: TaskFields & { start?: boolean },
): Promise<ExitCode> {
  const client = call.client();
  const body = { title, ...bodyOf(options) };
  const answer = await client.request('POST', API_PATHS.tasks, { body });
  if (start !== true) {
    await call.present(client, 'TaskView', answer, (task) => taskLines(task, answer.serverTime));
    return EXIT_CODES.ok;
  }
  const { id } = await client.read('TaskView', answer);
  return startTask(call, id, {});
}

export async function updateTask(
  call: Invocation,
  id: string,
  { title, ...options }: TaskFields & { title?: string },
): Promise<ExitCode> {
  const client = call.client();
  const body = { ...(title === undefined ? {} : { title }), ...bodyOf(options) };
  const answer = await client.request('PATCH', API_PATHS.task(id), { body });
  await call.present(client, 'TaskView', answer, (task) => taskLines(task, answer.serverTime));
  return EXIT_CODES.ok;
}

export async function deleteTask(
  call: Invocation,
  id: string,
  { yes }: { yes?: boolean },
  given: string,
): Promise<ExitCode> {
  if (yes === true) refuseGuess(given, id);
  const client = call.client();
  const { title } = await client.read(
    'TaskDetail',
    await client.request('GET', API_PATHS.task(id)),
  );
  if (yes !== true && !(await confirmed(call, say`Delete the task “${title}”?`))) {
    return EXIT_CODES.waiting;
  }
  const { raw } = await client.request('DELETE', API_PATHS.task(id));
  if (call.screen.json) call.screen.printJson(raw === '' ? '{}' : raw);
  else call.screen.print(say`Deleted ${id}.`);
  return EXIT_CODES.ok;
}

export async function startTask(
  call: Invocation,
  id: string,
  options: StartOptions,
): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('POST', API_PATHS.taskStart(id), { body: startOf(options) });
  await call.present(client, 'TaskStarted', answer, startedLines);
  return EXIT_CODES.ok;
}

export async function triggerTask(call: Invocation, id: string): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('POST', API_PATHS.taskTrigger(id));
  await call.present(client, 'TaskTriggered', answer, startedLines);
  return EXIT_CODES.ok;
}

function startedLines({ task_id, status, position, agent_instance_id }: TaskStarted): Shown[] {
  const watch = say`See it: kenny task watch ${task_id}`;
  if (status !== QUEUED_STATUS) {
    return [say`Started, agent instance ${agent_instance_id ?? '–'}.`, watch];
  }
  return [position === undefined ? say`Queued.` : say`Queued, place ${position}.`, watch];
}

export async function stopTask(
  call: Invocation,
  id: string,
  options: StopOptions,
): Promise<ExitCode> {
  const client = call.client();
  const { reason, force } = options;
  const body = {
    ...(reason === undefined ? {} : { reason }),
    ...(force === undefined ? {} : { force }),
  };
  return showMoved(call, client, await client.request('POST', API_PATHS.taskStop(id), { body }));
}

export async function promptTask(call: Invocation, id: string, prompt: string): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('POST', API_PATHS.taskPrompt(id), { body: { prompt } });
  await call.present(client, 'TaskPrompted', answer, ({ state }) => [
    say`Kept; the task is ${stateWord(state)}.`,
  ]);
  return EXIT_CODES.ok;
}

export async function completeTask(call: Invocation, id: string): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('POST', API_PATHS.taskComplete(id));
  await call.present(client, 'TaskCompleted', answer, () => [say`Completed.`]);
  return EXIT_CODES.ok;
}

export async function showStatus(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.taskStatus);
  await call.present(client, 'OrchestratorStatus', answer, statusLines);
  return EXIT_CODES.ok;
}

function statusLines(status: OrchestratorStatus): Shown[] {
  return facts([
    ['at work', `${status.active_agents} of ${status.max_concurrent}`],
    ['queued', status.queued_tasks],
    ['turns ended since the start', status.total_processed],
    ['failed of them', status.total_failed],
  ]);
}

/** Shows the queue, as it is or after an entry has moved; or takes one out. */
export async function changeQueue(
  call: Invocation,
  id: string | undefined,
  { priority, remove = false }: QueueOptions,
): Promise<ExitCode> {
  if ((priority !== undefined || remove) !== (id !== undefined)) {
    throw new CliError('bad_args', 'Give a task together with --priority or --remove, or neither.');
  }
  const client = call.client();
  if (id === undefined) {
    return showQueue(call, client, await client.request('GET', API_PATHS.taskQueue));
  }
  const entry = API_PATHS.taskQueueEntry(id);
  if (remove) return showMoved(call, client, await client.request('DELETE', entry));
  const body = { priority: Number(priority) };
  return showQueue(call, client, await client.request('PATCH', entry, { body }));
}

async function showQueue(
  call: Invocation,
  client: ServerClient,
  answer: Answer,
): Promise<ExitCode> {
  await call.present(client, 'TaskQueue', answer, (queue) =>
    queueLines(queue, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

async function showMoved(
  call: Invocation,
  client: ServerClient,
  answer: Answer,
): Promise<ExitCode> {
  await call.present(client, 'TaskMoved', answer, ({ state }) => [say`Now: ${stateWord(state)}.`]);
  return EXIT_CODES.ok;
}

function queueLines({ tasks }: TaskQueue, now: number, width: number | undefined): Shown[] {
  if (tasks.length === 0) return [say`Nothing waits.`];
  const rows = tasks.map((entry) => [
    entry.position,
    entry.task_id,
    entry.priority,
    ago(entry.queued_at, now),
    entry.title,
  ]);
  return table(['place', 'id', 'priority', 'queued', 'title'], rows, width);
}
