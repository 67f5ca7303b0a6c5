import type { RpcQuestion } from '@kenny/contract';
import { eventsOf, RpcEditor, type HeardEvent } from '@kenny/testing';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './harness/eventually.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import { ModelService } from './harness/model-service.js';
import { aWorld } from './harness/world.js';

/** The server ends by `kill -9` under an editor: a turn runs, one is queued, one waits for a person. */
const world = aWorld();

it(
  'kenny rpc goes on after kill -9 of the server: every event once, no change twice',
  world.telling(async () => {
    const file = join(world.makeFolder('lines'), 'restarts');
    const restart = { command: `echo restarted >> ${file}`, reason: 'it hangs' };
    const model = await ModelService.start(world, 'model', [
      { calls: [{ id: 'toolu_restart', name: 'shell_exec', args: restart }] },
      // It says something and then nothing: the turn is at work for as long as the server lives.
      { events: eventsOf([{ type: 'text', text: 'I am' }]).slice(0, 2), then: 'hang' },
      ...[{ text: 'That was queued.' }, { text: 'It runs again.' }],
    ]);
    const { serverEnv } = model;
    const installation = await Installation.up(world, 'killed', { serverEnv });
    const { api, agentId } = installation;
    const editor = await RpcEditor.start({
      command: [process.execPath, SERVER_PROGRAM, 'rpc'],
      env: { KENNY_URL: api.url, KENNY_TOKEN: api.token },
    });
    world.onClose(() => editor.kill());

    const workspaceRoot = `kenny://agent/${agentId}`;
    const opened = async () => (await editor.ask('sessions/create', { workspaceRoot }))['id'];
    const started = async (sessionId: unknown, input: string, streamingBehavior = 'newTurn') =>
      (await editor.ask('turns/start', { sessionId, input, streamingBehavior }))['id'];
    const held = await opened();
    const waiting = await started(held, 'restart the spooler');
    const question = await editor.hears<RpcQuestion>('ui/question');
    const busy = await opened();
    const running = await started(busy, 'talk');
    await eventually('the model is asked', () => (model.requests.length === 2 ? true : undefined));
    const queued = await started(busy, 'and then?', 'followUp');
    await editor.event(queued, 'turnQueued');

    const since = (await installation.pc()).connected_since;
    await installation.server?.kill();
    await expect(editor.ask('runtime/state', { sessionId: held })).rejects.toMatchObject({
      data: { code: 'backend_unavailable' },
    });
    await installation.startServer();
    await installation.online(since);

    expect((await editor.finished(running)).payload).toMatchObject({ status: 'failed' });
    expect((await editor.finished(queued)).payload).toMatchObject({ status: 'completed' });
    expect(existsSync(file)).toBe(false);
    const { questionRequestId, questions } = question;
    const answers = [{ question: questions[0]?.question, answer: 'Approve' }];
    const decision = { sessionId: held, questionRequestId, answers };
    expect(await editor.ask('ui/answerQuestion', decision)).toMatchObject({ outcome: 'approved' });
    expect((await editor.finished(waiting)).payload).toMatchObject({ status: 'completed' });
    // The same question was not asked again, since this editor has it already.
    expect(editor.all('ui/question')).toHaveLength(1);
    expect(await editor.ask('ui/answerQuestion', decision)).toMatchObject({ applied: false });

    for (const turnId of [waiting, running, queued]) {
      const { events } = (await editor.ask('turns/events', { turnId })) as { events: HeardEvent[] };
      expect(editor.events(turnId)).toEqual(events);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      expect(events.filter(({ type }) => type === 'turnFinished')).toHaveLength(1);
    }
    expect(readFileSync(file, 'utf8')).toBe('restarted\n');
    expect(await editor.ask('shutdown')).toEqual({ ok: true });
    expect(await editor.exited).toEqual({ code: 0, signal: null });
    await model.mustBeContent();
  }),
  180_000,
);
