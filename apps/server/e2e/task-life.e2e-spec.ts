import { TasksWorld } from '../test/tasks-world.js';

const world = TasksWorld.forEachTest();

const CHANGE = {
  tool: 'shell_exec',
  arguments: { agent_id: 'pc1', command: 'systemctl restart cups' },
};

describe('a task', () => {
  it('lists the tools, reads, asks for a change, hears that it ran, and is completed', async () => {
    world.agent('helper', {
      dialect: 'v1',
      on: {
        'session/prompt': {
          times: [
            [
              { text: 'Looking at {{text}}.' },
              { mcp: {} },
              { mcp: { tool: 'fs_list', arguments: { agent_id: 'pc1', path: '/var/log' } } },
              { mcp: CHANGE },
              { reply: { stopReason: 'end_turn' } },
            ],
            [{ mcp: CHANGE }, { text: 'It was {{answer}}' }, { reply: { stopReason: 'end_turn' } }],
          ],
        },
      },
    });
    const opened = world.opened();
    const { id } = await world.begun('helper', { description: 'The printer is silent.' });
    const approval = await opened;
    expect(approval).toMatchObject({
      ...{ door: 'task', tool: 'shell_exec', agent_id: 'pc1', state: 'pending' },
      requested_by: { kind: 'task', id },
    });
    const waiting = await world.until(
      id,
      ({ state, finished_at }) => state === 'WAITING_FOR_INPUT' && finished_at !== null,
    );
    expect(waiting.waits_for).toEqual([{ kind: 'approval', id: approval.id }]);
    expect(waiting.tools).toMatchObject({ calls: 2 });
    expect(await world.said(id)).toContain('Looking at Look after pc1\n\nThe printer is silent.');
    expect(world.ran).toEqual([]);
    expect((await world.decide(approval, 'approve')).status).toBe(200);
    // By itself: nobody has to tell it that it was approved.
    await world.until(id, ({ state, prompts }) => state === 'REVIEW' && prompts.length === 2);
    expect(world.ran).toHaveLength(1);
    expect(await world.said(id)).toContain('restarted');
    const { agent_instances } = await world.get(id);
    expect(agent_instances).toMatchObject([{ status: 'READY' }]);
    await world.work.complete(world.anna, id);
    const done = await world.until(
      id,
      ({ agent_instances: [agent] }) => agent?.status === 'STOPPED',
    );
    expect(done.state).toBe('COMPLETED');
    const seqs = (await world.events(id)).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });

  it('reaches the same tools, and the same gate, from an agent that knows MCP on stdio alone', async () => {
    const read = { tool: 'fs_list', arguments: { agent_id: 'pc1', path: '/var/log' } };
    const unknown = { tool: 'no_such_tool' };
    world.agent('modest', {
      dialect: 'v1',
      agent: { agentCapabilities: { mcpCapabilities: {} } },
      on: {
        'session/prompt': [
          ...[{ mcp: {} }, { mcp: read }, { text: 'It holds {{answer.isError}}. ' }],
          { mcp: unknown, failed: [{ text: 'Refused: {{answer}}' }] },
          { mcp: CHANGE },
          { reply: { stopReason: 'end_turn' } },
        ],
      },
    });
    const opened = world.opened();
    const { id } = await world.begun('modest');
    const approval = await opened;
    expect(approval).toMatchObject({
      ...{ door: 'task', tool: 'shell_exec', state: 'pending', requested_by: { kind: 'task', id } },
    });
    const task = await world.until(
      id,
      ({ state, finished_at }) => state === 'WAITING_FOR_INPUT' && finished_at !== null,
    );
    expect(task.tools).toMatchObject({ calls: 2 });
    expect(await world.said(id)).toContain('Refused: ');
    expect((await world.decide(approval, 'approve')).status).toBe(200);
    await world.reaches(id, 'REVIEW');
    expect(world.ran).toHaveLength(1);
  });

  it('tells an agent by AUGGIE_SESSION_ID which session it goes on in, and none when there is none', async () => {
    const tells = { text: 'In {{env.AUGGIE_SESSION_ID}}.' };
    world.agent('augment', {
      ...{ dialect: 'v1', sessionId: 'of-its-own' },
      on: { 'session/prompt': [tells, { reply: { stopReason: 'end_turn' } }] },
    });
    const fresh = await world.begun('augment');
    await world.reaches(fresh.id, 'REVIEW');
    expect(await world.said(fresh.id)).toBe('In .');
    const metadata = { auggie_session_id: 'from-before' };
    const known = await world.begun('augment', { metadata });
    await world.reaches(known.id, 'REVIEW');
    expect(await world.said(known.id)).toBe('In from-before.');
  });
});
