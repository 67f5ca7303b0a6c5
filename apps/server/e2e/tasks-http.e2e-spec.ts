import type { CreatedToken, TaskStarted, TaskView } from '@kenny/contract';
import { TasksWorld } from '../test/tasks-world.js';

const world = TasksWorld.forThisFile();

beforeAll(() => {
  world.agent('talker', {
    dialect: 'v1',
    on: {
      'session/prompt': [{ text: 'one' }, { text: 'two' }, { reply: { stopReason: 'end_turn' } }],
    },
  });
});

const http = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: object,
  token?: string,
) => world.server.http<T>(method, path, body, token);

async function aTask(more: object = {}): Promise<string> {
  const body = { title: 'Look after pc1', agent_type: 'talker', ...more };
  return (await http<TaskView>('POST', '/api/tasks', body)).body.id;
}

async function tokenOf(rights: object): Promise<string> {
  const body = { operator: { id: 'bo' }, name: 'test', scope: 'operator', ...rights };
  return (await http<CreatedToken>('POST', '/api/tokens', body)).body.token;
}

interface Told {
  readonly id: number;
  readonly name: string;
  readonly data: Record<string, unknown>;
}

/** Events of a stream until one of that name; then it is left. */
async function events(path: string, last: string, headers: object = {}): Promise<Told[]> {
  const response = await fetch(world.server.url + path, {
    headers: { authorization: `Bearer ${world.server.admin}`, ...headers },
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const told: Told[] = [];
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks.filter((one) => one !== ':')) {
      const [, id = '', name = '', data = ''] =
        /^id: (.+)\nevent: (.+)\ndata: (.+)$/.exec(block) ?? [];
      told.push({ id: Number(id), name, data: JSON.parse(data) as Record<string, unknown> });
      // Leaving the loop ends the stream.
      if (name === last) return told;
    }
  }
  throw new Error('the stream ended');
}

describe('/api/tasks/{id}/events', () => {
  it('tells what happens, numbered without a gap, and goes on where a reader was', async () => {
    const id = await aTask();
    const live = events(`/api/tasks/${id}/events`, 'result');
    const started = await http<TaskStarted>('POST', `/api/tasks/${id}/start`, {});
    expect(started).toMatchObject({ status: 200, body: { success: true, task_id: id } });
    const told = (await live).filter(({ name }) => name !== 'task.replay_done');
    expect(told.map((event) => event.id)).toEqual(told.map((_, at) => at + 1));
    expect(told[0]).toMatchObject({ name: 'state', data: { task_id: id, seq: 1, type: 'state' } });
    expect(told.map(({ name }) => name)).toEqual(expect.arrayContaining(['prompt', 'update']));
    const again = await events(`/api/tasks/${id}/events`, 'result', { 'last-event-id': '2' });
    expect(again.map((event) => event.id)).toEqual(told.slice(2).map((event) => event.id));
    const after = await events(`/api/tasks/${id}/events?since_seq=4`, 'result');
    expect(after[0]?.id).toBe(5);
  });

  it('is no stream for a wrong place, an unknown task or a token that does not reach it', async () => {
    const id = await aTask();
    const wrong = await fetch(`${world.server.url}/api/tasks/${id}/events`, {
      headers: { authorization: `Bearer ${world.server.admin}`, 'last-event-id': 'x' },
    });
    expect(wrong.status).toBe(400);
    expect((await http('GET', '/api/tasks/never/events')).status).toBe(404);
    const viewer = await tokenOf({ scope: 'viewer', agents: ['pc1'] });
    expect((await http('GET', `/api/tasks/${id}/events`, undefined, viewer)).status).toBe(404);
  });
});

describe('/api/tasks', () => {
  it('lists in pages, by state and by board', async () => {
    const ids = [await aTask(), await aTask(), await aTask()];
    const first = await http('GET', '/api/tasks?state=TODO&limit=2');
    expect(first.body['tasks']).toHaveLength(2);
    const cursor = encodeURIComponent(String(first.body['next_cursor']));
    const rest = await http('GET', `/api/tasks?state=TODO&limit=500&cursor=${cursor}`);
    const seen = [first, rest].flatMap(({ body }) =>
      (body['tasks'] as TaskView[]).map(({ id }) => id),
    );
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(ids));
    const none = await http('GET', '/api/tasks?board_id=another');
    expect(none.body).toMatchObject({ tasks: [], total: 0, next_cursor: null });
  });

  it('lists by agent, and refuses a filter that there is not', async () => {
    const id = await aTask();
    const listed = async (query: string) => {
      const { body } = await http('GET', `/api/tasks?limit=500&${query}`);
      return (body['tasks'] as TaskView[]).map((task) => task.id);
    };
    expect(await listed('agent_type=talker')).toContain(id);
    expect(await listed('agent_type=nobody')).toEqual([]);
    expect((await http('GET', '/api/tasks?state=ASLEEP')).status).toBe(400);
    expect((await http('GET', '/api/tasks?colour=red')).status).toBe(400);
  });

  it('changes only what the states allow, and says why not', async () => {
    const id = await aTask();
    expect(await http('POST', `/api/tasks/${id}/stop`, {})).toMatchObject({
      ...{ status: 409, body: { error: { code: 'conflict' } } },
    });
    const state = { state: 'REVIEW' };
    expect((await http('POST', `/api/tasks/${id}/state`, state)).status).toBe(409);
    expect((await http('POST', `/api/tasks/${id}/complete`)).body).toMatchObject({
      state: 'COMPLETED',
    });
    expect((await http('POST', `/api/tasks/${id}/start`, {})).status).toBe(409);
    expect((await http('DELETE', `/api/tasks/${id}`)).status).toBe(204);
    expect((await http('GET', `/api/tasks/${id}`)).status).toBe(404);
  });

  it('belong to who made them', async () => {
    const id = await aTask();
    const other = await tokenOf({});
    for (const verb of ['start', 'complete', 'trigger']) {
      const { status } = await http('POST', `/api/tasks/${id}/${verb}`, {}, other);
      expect([verb, status]).toEqual([verb, 403]);
    }
    expect((await http('GET', `/api/tasks/${id}`, undefined, other)).status).toBe(200);
  });
});

describe('/api/boards', () => {
  it('has one by itself, and a task keeps when its labels are gone', async () => {
    const { body } = await http<{ boards: { id: string; columns: { state: string }[] }[] }>(
      ...(['GET', '/api/boards'] as const),
    );
    expect(body.boards[0]?.columns.map(({ state }) => state)).toEqual([
      ...['TODO', 'IN_PROGRESS', 'REVIEW', 'DONE'],
    ]);
    const board = await http<{ id: string }>('POST', '/api/boards', { name: 'House' });
    const columns = `/api/boards/${board.body.id}/columns`;
    const column = await http<{ id: string }>('POST', columns, { name: 'Soon' });
    const place = { board_id: board.body.id, column_id: column.body.id };
    const id = await aTask(place);
    expect((await http('GET', `/api/tasks/${id}`)).body).toMatchObject(place);
    expect((await http('DELETE', `/api/boards/${board.body.id}`)).status).toBe(204);
    expect((await http('GET', `/api/tasks/${id}`)).body).toMatchObject({
      ...{ board_id: null, column_id: null },
    });
    expect((await http('GET', `${columns}/${column.body.id}`)).status).toBe(404);
    expect((await http('POST', '/api/tasks', { title: 'x', ...place })).status).toBe(404);
  });
});
