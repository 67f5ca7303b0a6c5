import { AGENT_FEATURES } from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { AServer } from '../test/a-server.js';
import { CliWorld } from '../test/cli-world.js';
import { tempDirs } from '../test/temp-dir.js';

/** One tool on several PCs, from the command line, against the whole server. */

const newDir = tempDirs();
const ATTACK = '\u001b[2J\u202eboo';
let server: AServer;
let world: CliWorld;

beforeEach(async () => {
  server = await AServer.start({ dataDir: newDir() });
  world = aWorld();
  await connectPc('anna', 'two\nlines');
  await connectPc('bob', `one${ATTACK}`);
});
afterEach(() => server.stop());

function aWorld(): CliWorld {
  const made = new CliWorld(newDir(), systemClock);
  made.env = { KENNY_URL: server.url, KENNY_TOKEN: server.admin, NO_COLOR: '1' };
  return made;
}

function connectPc(agentId: string, text: string) {
  const handlers = {
    shell_exec: () => ({ stdout: `${agentId} did it\n`, stderr: '', exit_code: 0 }),
    fs_read: ({ path }: Record<string, unknown>) => ({ path, content: text, truncated: false }),
  };
  return server.connected(agentId, { features: [...AGENT_FEATURES], handlers });
}

const read = ['tool', 'run', 'fs_read', '--arg', 'path=/etc/reader'];
const change = ['tool', 'run', 'shell_exec', '--arg', 'command=echo hi'];
const lines = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('kenny tool run on several PCs', () => {
  it('prints a row for each, also for one that is offline, and says so with its exit code', async () => {
    await server.enrol('carl');
    const { code, out, err } = await world.run(...read, 'anna', 'carl', 'bob');
    expect(code).toBe(1);
    expect(err).toBe('');
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['PC', 'OUTCOME', 'PATH', 'CONTENT', 'TRUNCATED', 'NOTE'],
      ['anna', 'done', '/etc/reader', 'two (+1 lines)', 'false', '–'],
      ['carl', 'offline', '–', '–', '–', 'carl is not connected'],
      ['bob', 'done', '/etc/reader', expect.stringContaining('boo'), 'false', '–'],
      [''],
    ]);
    for (const hidden of ['\u001b', '\u202e']) expect(out).not.toContain(hidden);
  });

  it('chooses by tag or all of them, and prints a line of JSON for each as it comes', async () => {
    await world.run('agent', 'set', 'bob', '--tag', 'family');
    const tagged = await world.run(...read, '--tag', 'family', '--json');
    expect(tagged.code).toBe(0);
    expect(lines(tagged.out)).toMatchObject([
      { agent_id: 'bob', outcome: 'done', result: { path: '/etc/reader' } },
    ]);
    const all = await world.run(...read, '--all', '--json');
    expect(lines(all.out).map(({ agent_id }) => agent_id)).toEqual(
      expect.arrayContaining(['anna', 'bob']),
    );
  });

  it('asks for a change on each of its own, and waits for the end of both', async () => {
    const asked = await world.run(...change, 'anna', 'bob');
    expect(asked.code).toBe(5);
    expect(asked.out).toMatch(/^anna +pending +apr_.*\nbob +pending +apr_/m);
    expect(asked.err).toContain('2 waiting, each for its own approval');
    const waiting = world.run(...change, 'anna', 'bob', '--wait', '60');
    await world.err.said('bob waits for approval: kenny approvals approve apr_');
    const [anna = '', bob = ''] = asked.out.match(/apr_[0-9a-f-]+/g) ?? [];
    expect((await aWorld().run('approvals', 'approve', anna, '--yes')).code).toBe(0);
    expect((await aWorld().run('approvals', 'deny', bob)).code).toBe(0);
    const { code, out } = await waiting;
    expect(code).toBe(3);
    expect(out).toMatch(/^anna +done +anna did it/m);
    expect(out).toMatch(/^bob +denied .*denied by/m);
  });

  it.each<[string[], number, string]>([
    [['anna', 'carl'], 1, 'There is no PC "carl"'],
    [['--tag', 'club'], 2, 'No PC has the tag club.'],
    [['anna', 'bob', '--arg', 'pth=x'], 2, 'fs_read has no argument pth. Did you mean path?'],
  ])('tells what is wrong with %j before anything is sent', async (words, exit, text) => {
    const { code, out, err } = await world.run(...read, ...words);
    expect([code, out, err]).toEqual([exit, '', expect.stringContaining(text)]);
  });
});
