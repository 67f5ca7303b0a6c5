import {
  API_PATHS,
  type BoardView,
  type ColumnView,
  type PermissionList,
  type TaskView,
} from '@kenny/contract';
import type { AServer } from './a-server.js';
import type { TasksWorld } from './tasks-world.js';

type Answers = Record<string, unknown>;

const end = { reply: { stopReason: 'end_turn' } };

/** One task from its first day on; what the server answers on the way, as `httpAnswers` has it. */
export async function taskAnswers(world: TasksWorld): Promise<Answers> {
  const { server } = world;
  const labels = await boards(server);
  world.agent('helper', {
    dialect: 'v1',
    on: {
      'session/prompt': {
        times: [
          [
            {
              permission: {
                toolCall: { toolCallId: 'c1', title: 'ls /srv', kind: 'execute', rawInput: {} },
              },
              then: { '*': [] },
            },
            { text: 'The queue is stuck.' },
            end,
          ],
          [{ hang: true }],
        ],
      },
    },
  });
  const create = {
    ...{ title: 'Why is the printer silent?', description: 'Look at its queue.', priority: 2 },
    ...{ agent_type: 'helper', classes: ['read', 'change'], metadata: { ticket: 'A-7' } },
  };
  const created = await said<TaskView>(server, 'POST', API_PATHS.tasks, create);
  const { id } = created;
  const start = { agent_type: 'helper', priority: 3 };
  const started = await said(server, 'POST', API_PATHS.taskStart(id), start);
  await world.until(id, ({ waits_for }) => waits_for.length > 0);
  const permissions = await permission(server, id);
  await world.until(id, ({ state, finished_at }) => state === 'REVIEW' && finished_at !== null);
  // Before another agent's end may or may not be seen.
  const seen = {
    task_detail: await said(server, 'GET', API_PATHS.task(id)),
    task_logs: await said(server, 'GET', API_PATHS.taskLogs(id)),
    task_diff: await said(server, 'GET', API_PATHS.taskDiff(id)),
  };
  const prompt = { prompt: 'Please clear it.' };
  const prompted = await said(server, 'POST', API_PATHS.taskPrompt(id), prompt);
  await world.reaches(id, 'IN_PROGRESS');
  const stop = { reason: 'It is late.', force: true };
  return {
    ...labels,
    ...permissions,
    ...{ create_task_body: create, start_task_body: start, task_started: started },
    ...{ prompt_task_body: prompt, task_prompted: prompted, stop_task_body: stop },
    task_moved: await said(server, 'POST', API_PATHS.taskStop(id), stop),
    ...seen,
    ...(await changes(server, id)),
    ...(await queue(world)),
    ...(await types(server)),
  };
}

async function boards(server: AServer): Promise<Answers> {
  const board = { name: 'House', description: 'The PCs of the family.' };
  const { id } = await said<BoardView>(server, 'POST', API_PATHS.boards, board);
  const column = { name: 'To do', position: 0, state: 'TODO', color: '#3366cc' };
  const made = await said<ColumnView>(server, 'POST', API_PATHS.boardColumns(id), column);
  const renamed = { name: 'Family', description: 'All of them.' };
  const moved = { name: 'Soon', position: 1, state: 'TODO', color: '#cc3366' };
  await said(server, 'PATCH', API_PATHS.boardColumn(id, made.id), moved);
  return {
    ...{ create_board_body: board, create_column_body: column, column_view: made },
    ...{ update_board_body: renamed, update_column_body: moved },
    board_view: await said(server, 'PATCH', API_PATHS.board(id), renamed),
    board_list: await said(server, 'GET', API_PATHS.boards),
    column_list: await said(server, 'GET', API_PATHS.boardColumns(id)),
  };
}

async function permission(server: AServer, id: string): Promise<Answers> {
  const list = await said<PermissionList>(server, 'GET', API_PATHS.taskPermissions(id));
  const [asked] = list.permissions;
  if (!asked) throw new Error('the agent asked for nothing');
  const { pending_id, shown_sha256 } = asked;
  const option = asked.options.find(({ kind }) => kind === 'allow_once');
  const body = { option_id: option?.option_id, shown_sha256 };
  const path = API_PATHS.taskPermission(id, pending_id);
  return {
    ...{ permission_list: list, respond_permission_body: body },
    permission_answered: await said(server, 'POST', path, body),
  };
}

async function changes(server: AServer, id: string): Promise<Answers> {
  const update = { title: 'The printer', priority: 1, assigned_to: 'Anna' };
  const {
    boards: [board],
  } = await said<{ boards: BoardView[] }>(server, 'GET', API_PATHS.boards);
  const move = { column_id: board?.columns[0]?.id, position: 2 };
  const state = { state: 'COMPLETED' };
  await said(server, 'POST', API_PATHS.taskMove(id), move);
  await said(server, 'POST', API_PATHS.taskState(id), state);
  return {
    ...{ update_task_body: update, move_task_body: move, task_state_body: state },
    task_view: await said(server, 'PATCH', API_PATHS.task(id), update),
    task_list: await said(server, 'GET', API_PATHS.tasks),
    task_completed: await completed(server),
  };
}

async function completed(server: AServer): Promise<unknown> {
  const { id } = await said<TaskView>(server, 'POST', API_PATHS.tasks, { title: 'Nothing to do' });
  return said(server, 'POST', API_PATHS.taskComplete(id));
}

/** All slots are taken. */
async function queue(world: TasksWorld): Promise<Answers> {
  const { server } = world;
  world.agent('busy', { dialect: 'v1', on: { 'session/prompt': [{ hang: true }] } });
  const task = { title: 'Watch the disk', agent_type: 'busy' };
  const ids: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    ids.push((await said<TaskView>(server, 'POST', API_PATHS.tasks, task)).id);
  }
  const last = ids.pop() ?? '';
  for (const id of ids) await said(server, 'POST', API_PATHS.taskStart(id));
  const triggered = await said(server, 'POST', API_PATHS.taskTrigger(last));
  const reprioritise = { priority: 7 };
  const answers = {
    ...{ task_triggered: triggered, reprioritise_body: reprioritise },
    task_queue: await said(server, 'PATCH', API_PATHS.taskQueueEntry(last), reprioritise),
    orchestrator_status: await said(server, 'GET', API_PATHS.taskStatus),
  };
  await said(server, 'DELETE', API_PATHS.taskQueueEntry(last));
  for (const id of ids) await said(server, 'POST', API_PATHS.taskStop(id), { force: true });
  return answers;
}

async function types(server: AServer): Promise<Answers> {
  const patch = { enabled: false };
  return {
    agent_type_list: await said(server, 'GET', API_PATHS.agentTypes),
    patch_agent_type_body: patch,
    agent_type_view: await said(server, 'PATCH', API_PATHS.agentType('helper'), patch),
  };
}

/** An answer that is no error. */
async function said<T = unknown>(
  server: AServer,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const { status, body: answer } = await server.http<T & object>(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}
