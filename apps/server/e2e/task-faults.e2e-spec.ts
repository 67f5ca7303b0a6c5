import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Writer } from '../src/database/index.js';
import { TaskRows } from '../src/tasks/store/index.js';
import { TasksWorld } from '../test/tasks-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const world = TasksWorld.forEachTest();

const DONE = { reply: { stopReason: 'end_turn' } } as const;
const types = async (id: string) => (await world.events(id)).map(({ type }) => type);

describe('an agent that dies at its work', () => {
  it('is started again, goes on in its session, and what it says anew is not stored twice', async () => {
    const mark = join(newDir(), 'died');
    const dieOnce = `if [ -e ${mark} ]; then exit 0; fi; touch ${mark}; kill -9 $PPID`;
    world.agent('mortal', {
      ...{
        dialect: 'v1',
        sessionId: 'the-session',
        agent: { agentCapabilities: { loadSession: true } },
      },
      on: {
        'session/load': [{ text: 'I was looking.' }, { reply: {} }],
        'session/prompt': [
          ...[{ text: 'I was looking.' }, { run: ['/bin/sh', '-c', dieOnce] as const }],
          ...[{ text: ' I am done.' }, DONE],
        ],
      },
    });
    const { id } = await world.begun('mortal');
    const task = await world.reaches(id, 'REVIEW');
    expect(existsSync(mark)).toBe(true);
    expect(task.agent_instances.map(({ status }) => status)).toEqual(['READY', 'FAILED']);
    expect(task.metadata).toMatchObject({
      ...{ auggie_session_id: 'the-session', acp_session_id: 'the-session' },
    });
    const sessions = (await world.events(id)).filter(({ type }) => type === 'session');
    expect(sessions.map(({ data }) => data)).toMatchObject([
      { origin: 'new' },
      { origin: 'loaded' },
    ]);
    expect(await world.said(id)).toBe('I was looking.I was looking. I am done.');
  });

  it('is not started again when it wants a login', async () => {
    world.agent('stranger', {
      dialect: 'v1',
      on: { 'session/new': [{ replyError: { code: -32000, message: 'Please log in' } }] },
    });
    const { id } = await world.begun('stranger');
    const task = await world.reaches(id, 'FAILED');
    expect(task).toMatchObject({ error: { code: 'agent_auth' }, attempts: 1 });
    expect(task.agent_instances).toHaveLength(1);
  });

  it('is not started again when its program is not there', async () => {
    world.command('nowhere', ['/nowhere/agent']);
    await expect(world.begun('nowhere')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('costs other tasks nothing', async () => {
    world.agent('mad', {
      dialect: 'v1',
      on: { 'session/prompt': [{ raw: '{"jsonrpc' }, { exit: 3 }] },
    });
    world.agent('calm', { dialect: 'v1', on: { 'session/prompt': [{ text: 'Fine.' }, DONE] } });
    const mad = await world.begun('mad');
    const calm = await world.begun('calm');
    expect((await world.reaches(calm.id, 'REVIEW')).error).toBeNull();
    expect((await world.reaches(mad.id, 'FAILED')).error).toMatchObject({ code: 'agent_crashed' });
    expect(await world.said(calm.id)).toBe('Fine.');
  });
});

describe('what an agent does by itself on the server', () => {
  const asking = (): void =>
    world.agent('asker', {
      dialect: 'v1',
      on: {
        'session/prompt': [
          {
            permission: {
              toolCall: { toolCallId: 'c1', title: 'rm -r build', kind: 'execute' },
              options: [
                { optionId: 'always', name: 'Always', kind: 'allow_always' },
                { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
                { optionId: 'no', name: 'No', kind: 'reject_once' },
              ],
            },
            then: {
              yes: [{ text: 'Removed.' }, DONE],
              '*': [{ text: 'Not removed: {{outcome}}.' }, DONE],
            },
          },
        ],
      },
    });

  it('waits for a person, and goes on as that says', async () => {
    asking();
    const { id } = await world.begun('asker');
    await world.reaches(id, 'WAITING_FOR_INPUT');
    const { permissions } = await world.permissions.list(world.anna.principal, id);
    const [{ pending_id = '', options = [] } = {}] = permissions;
    expect(options.map(({ option_id }) => option_id)).toEqual(['yes', 'no']);
    await world.permissions.respond(world.anna, id, pending_id, { option_id: 'yes' });
    await world.reaches(id, 'REVIEW');
    expect(await world.said(id)).toBe('Removed.');
    expect(await types(id)).toEqual(
      expect.arrayContaining(['permission_requested', 'permission_resolved']),
    );
  });

  it('is shown and answered as the task is heard: by those who may read what it has read', async () => {
    asking();
    const { id } = await world.begun('asker');
    await world.reaches(id, 'WAITING_FOR_INPUT');
    const bo = await world.token({ operator: { id: 'bo' }, classes: ['read', 'change'] });
    const [asked] = (await world.permissions.list(bo.principal, id)).permissions;
    const tasks = world.server.get(TaskRows);
    await world.server
      .get(Writer)
      .write((tx) => tasks.change(tx, id, { tainted_by: ['screen_capture on pc1'] }));
    const forbidden = { code: 'forbidden' };
    await expect(world.permissions.list(bo.principal, id)).rejects.toMatchObject(forbidden);
    expect((await world.permissions.list(bo.principal)).permissions).toEqual([]);
    const answered = world.permissions.respond(bo, id, asked?.pending_id ?? '', {
      option_id: 'yes',
    });
    await expect(answered).rejects.toMatchObject(forbidden);
    const cleo = await world.token({ operator: { id: 'cleo' } });
    expect((await world.permissions.list(cleo.principal)).permissions).toHaveLength(1);
    await world.permissions.respond(cleo, id, asked?.pending_id ?? '', { option_id: 'no' });
    await world.reaches(id, 'REVIEW');
  });

  it('is cancelled by a stop, which the agent survives', async () => {
    asking();
    const { id } = await world.begun('asker');
    await world.reaches(id, 'WAITING_FOR_INPUT');
    await world.work.stop(world.anna, id, {});
    const task = await world.until(id, ({ agent_instances: [agent] }) => agent?.status === 'READY');
    expect(task).toMatchObject({ state: 'CANCELLED', waits_for: [] });
    const { permissions } = await world.permissions.list(world.anna.principal, id);
    expect(permissions).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('is cancelled by a restart of the server, which leaves no process; a person goes on', async () => {
    asking();
    const { id } = await world.begun('asker');
    await world.reaches(id, 'WAITING_FOR_INPUT');
    await world.restart();
    const task = await world.get(id);
    expect(task).toMatchObject({ state: 'INTERRUPTED', resumable: true, waits_for: [] });
    expect(task.agent_instances).toMatchObject([{ status: 'STOPPED' }]);
    const { permissions } = await world.permissions.list(world.anna.principal, id);
    expect(permissions).toMatchObject([{ outcome: 'cancelled' }]);
    await world.work.start(world.anna, id, {});
    await world.reaches(id, 'WAITING_FOR_INPUT');
    const open = (await world.permissions.list(world.anna.principal)).permissions;
    const [{ pending_id = '' } = {}] = open;
    await world.permissions.respond(world.anna, id, pending_id, { option_id: 'no' });
    await world.reaches(id, 'REVIEW');
    expect(await world.said(id)).toBe('Not removed: no.');
  });
});

describe('an agent that asks by itself', () => {
  it('waits for the answer, which is the next prompt', async () => {
    const ask = { type: 'input_required', data: { prompt_id: 'q1', prompt: 'Which printer?' } };
    const done = { type: 'result', data: { status: 'completed', summary: 'Done.' } };
    world.agent('old', {
      dialect: 'legacy',
      start: [{ legacy: ask }],
      on: { 'legacy:input_response': [{ legacy: done }] },
    });
    const { id } = await world.begun('old');
    const task = await world.until(
      id,
      ({ state, finished_at }) => state === 'WAITING_FOR_INPUT' && finished_at !== null,
    );
    expect(task.waits_for).toMatchObject([{ kind: 'question' }]);
    expect(await world.events(id)).toContainEqual(
      expect.objectContaining({
        type: 'waiting',
        data: expect.objectContaining({ message: 'Which printer?' }) as object,
      }),
    );
    await world.work.prompt(world.anna, id, 'The one in the hall.');
    expect(await world.reaches(id, 'REVIEW')).toMatchObject({ waits_for: [] });
  });
});

describe('an approval', () => {
  const change = { agent_id: 'pc1', command: 'systemctl restart cups' };
  const changer = (): void =>
    world.agent('changer', {
      dialect: 'v1',
      on: {
        'session/prompt': [
          { mcp: { tool: 'shell_exec', arguments: change } },
          { until: 'session/cancel' },
        ],
      },
    });

  it('stays pending over a restart; the agent hears of its outcome when it goes on', async () => {
    changer();
    const opened = world.opened();
    const { id } = await world.begun('changer');
    const approval = await opened;
    await world.reaches(id, 'WAITING_FOR_INPUT');
    await world.restart();
    expect(await world.get(id)).toMatchObject({
      ...{ state: 'INTERRUPTED', waits_for: [{ kind: 'approval', id: approval.id }] },
    });
    const done = world.server.reaches(approval.id, 'done');
    expect((await world.decide(approval, 'approve')).status).toBe(200);
    await done;
    expect(world.ran).toHaveLength(1);
    world.agent('teller', {
      dialect: 'v1',
      on: { 'session/prompt': [{ text: '{{text}}' }, DONE] },
    });
    await world.work.start(world.anna, id, { agent_type: 'teller' });
    await world.reaches(id, 'REVIEW');
    expect(await world.said(id)).toContain('was approved and has run');
  });

  it.each(['stop', 'complete'] as const)('is cancelled by a person’s %s', async (how) => {
    changer();
    const opened = world.opened();
    const { id } = await world.begun('changer');
    const approval = await opened;
    const cancelled = world.server.reaches(approval.id, 'cancelled');
    await (how === 'stop'
      ? world.work.stop(world.anna, id, {})
      : world.work.complete(world.anna, id));
    await cancelled;
    expect((await world.decide(approval, 'approve')).status).toBe(409);
    expect(world.ran).toEqual([]);
  });
});
