import type { TaskView } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { CliWorld } from '../test/cli-world.js';
import { TasksWorld } from '../test/tasks-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const ATTACK = '\u001b[2J\u202eboo\u0007';
const world = TasksWorld.forThisFile();
let cli: CliWorld;

beforeAll(() => {
  const toolCall = { toolCallId: 'c1', title: `ls /srv${ATTACK}`, kind: 'execute', rawInput: {} };
  world.agent('asker', {
    dialect: 'v1',
    on: {
      'session/prompt': [
        { text: `Hello${ATTACK}` },
        {
          permission: { toolCall },
          then: {
            allow: [{ text: 'It was allowed.' }],
            reject: [{ text: 'It was denied.' }],
          },
        },
        { reply: { stopReason: 'end_turn' } },
      ],
    },
  });
});
beforeEach(() => {
  cli = aCli();
});

function aCli(): CliWorld {
  const made = new CliWorld(newDir(), systemClock);
  made.env = { KENNY_URL: world.server.url, KENNY_TOKEN: world.server.admin, NO_COLOR: '1' };
  return made;
}

async function ok(...words: string[]): Promise<string> {
  const { code, out, err } = await cli.run('task', ...words);
  expect({ words, code, err }).toEqual({ words, code: 0, err });
  return out;
}

async function created(...more: string[]): Promise<string> {
  const out = await ok('create', 'Look after pc1', '--agent', 'asker', ...more, '--json');
  return (JSON.parse(out) as TaskView).id;
}

async function asked(id: string): Promise<string> {
  const { waits_for } = await world.until(id, (task) => task.waits_for.length > 0);
  return waits_for[0]?.id ?? '';
}

describe('kenny task', () => {
  it('creates, shows, changes and deletes a task', async () => {
    const out = await ok('create', 'Why is it slow?', '--priority', '4', '--pc', 'pc1');
    expect(out).toMatch(/^Why is it slow\?: to do\n/);
    expect(out).toMatch(/priority +4\n/);
    const id = /^ +id +(\S+)$/m.exec(out)?.[1] ?? '';
    expect(await ok('list')).toContain(id);
    expect(await ok('update', id, '--title', 'Faster', '--priority', '0')).toMatch(
      /^Faster: to do/,
    );
    expect(await ok('show', id)).toMatch(/PCs +pc1\n/);
    const asking = await cli.run('task', 'delete', id);
    expect(asking).toMatchObject({ code: 2, out: '' });
    expect(await ok('delete', id, '--yes')).toBe(`Deleted ${id}.\n`);
    const { code, err } = await cli.run('task', 'show', id);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('[not_found]') as string,
    });
  });

  it('starts, answers what the agent asks, watches, prompts and completes', async () => {
    const id = await created();
    expect(await ok('start', id)).toMatch(
      /^Started, agent instance \S+\.\nSee it: kenny task watch/,
    );
    const permission = await asked(id);
    const list = await ok('permissions', id);
    expect(list).toMatch(/^STATE +PERMISSION/);
    expect(list).toContain(permission);
    expect(list).not.toContain('\u001b');
    const unsure = await cli.run('task', 'allow', id, permission);
    expect(unsure).toMatchObject({ code: 2, out: '' });
    expect(unsure.err).toContain('on the server itself');
    const allowed = await cli.run('task', 'allow', id, permission, '--yes');
    expect(allowed).toMatchObject({ code: 0, out: 'Allowed, this once.\n' });
    await world.until(id, ({ state, finished_at }) => state === 'REVIEW' && finished_at !== null);
    const twice = await cli.run('task', 'allow', id, permission, '--yes');
    expect(twice.err).toContain('[already_decided]');
    const watcher = aCli();
    const watching = watcher.run('task', 'watch', id, '--since', '0');
    await watcher.out.said('Turn ended');
    watcher.stopping.abort();
    const { out } = await watching;
    expect(out).toContain('│ It was allowed.');
    expect(out).toContain('Waits for you');
    expect(out).not.toContain('\u001b');
    expect(out).not.toContain('\u202e');
    await ok('prompt', id, 'Once more.');
    const second = await asked(id);
    expect(await ok('deny', id, second)).toContain('The agent was told no.');
    await world.until(
      id,
      ({ state, prompts }) => state === 'REVIEW' && prompts[1]?.taken_at !== null,
    );
    expect(await ok('complete', id)).toBe('Completed.\n');
    expect(await ok('status')).toMatch(/at work +0 of 3/);
    expect(await ok('queue')).toBe('Nothing waits.\n');
  });

  it('moves what waits in the queue, and takes it out', async () => {
    // Three hold the slots until somebody answers what their agents ask.
    const atWork = [await created(), await created(), await created()];
    for (const id of atWork) {
      await ok('start', id);
      await asked(id);
    }
    const [first, second] = [await created(), await created()];
    for (const id of [first, second]) expect(await ok('start', id)).toMatch(/^Queued, place/);
    const places = (out: string) => [...out.matchAll(/^\d +(\S+)/gm)].map(([, id]) => id);
    expect(places(await ok('queue'))).toEqual([first, second]);
    expect(places(await ok('queue', second, '--priority', '9'))).toEqual([second, first]);
    expect(await ok('queue', second, '--remove')).toBe('Now: to do.\n');
    expect(places(await ok('queue'))).toEqual([first]);
    const nothing = await cli.run('task', 'queue', first);
    expect(nothing).toMatchObject({ code: 2, out: '' });
    expect(nothing.err).toContain('--priority or --remove');
    await ok('queue', first, '--remove');
    for (const id of atWork) await ok('stop', id, '--force');
  });

  it('says what went wrong in its own words, and as JSON', async () => {
    const id = await created();
    const stop = await cli.run('task', 'stop', id);
    expect(stop).toMatchObject({ code: 1, out: '' });
    expect(stop.err).toContain('there is nothing to stop');
    const json = await cli.run('task', 'stop', id, '--json');
    expect(JSON.parse(json.err)).toMatchObject({ error: { code: 'conflict' } });
    expect((await cli.run('task', 'create', 'x', '--priority', '11')).code).toBe(2);
    expect((await cli.run('task', 'allow', id, 'never', '--yes')).err).toContain('[not_found]');
  });

  it('lists agent types, and switches them', async () => {
    expect(await ok('types')).toMatch(/^ready +asker/m);
    expect(await ok('types', '--disable', 'asker')).toBe('asker is off.\n');
    const id = await created();
    expect((await cli.run('task', 'start', id)).err).toContain('switched off');
    expect(await ok('types', '--enable', 'asker')).toBe('asker is ready.\n');
  });
});
