import { API_PATHS, TASK_LIMITS } from '@kenny/contract/client';
import type { ServerClient } from '../client/server-client.js';
import { pick, type Candidate, type Kind } from './pick.js';

const TASK: Kind = { one: 'task', many: 'tasks', missing: 'not_found', list: 'kenny task list' };

/** What a server makes: needs no look-up. */
const WHOLE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of a task, from it or the beginning of it. @throws CliError, ClientError */
export async function taskId(client: ServerClient, given: string): Promise<string> {
  return WHOLE.test(given) ? given : pick(TASK, given, await tasksOf(client)).id;
}

export async function tasksOf(client: ServerClient): Promise<Candidate[]> {
  const query = { limit: String(TASK_LIMITS.page) };
  const answer = await client.request('GET', API_PATHS.tasks, { query });
  const { tasks } = await client.read('TaskList', answer);
  return tasks.map(({ id, title }) => ({ id, about: title }));
}
