import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_PRESETS } from '@kenny/contract';
import { CliWorld } from '../test/cli-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { parseTypes } from '../src/tasks/types/types-file.js';

const newDir = tempDirs();
const SECRET = 'sk-made-up';
let folder: string;
let world: CliWorld;
const file = () => join(folder, 'agent-types.json');

beforeEach(() => {
  folder = newDir();
  world = new CliWorld(newDir());
  world.env = { KENNY_DATA_DIR: folder };
});

async function add(id: string, secret = SECRET) {
  world.keyboard.end(`${secret}\n`);
  return world.run('task', 'types', '--add', id);
}

describe('kenny task types --add', () => {
  it.each(AGENT_PRESETS)('sets up $id, as the server reads it', async ({ id, key }) => {
    const { code, out, err } = await add(id);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toContain(SECRET);
    const { types, problems } = parseTypes(readFileSync(file(), 'utf8'));
    expect(problems).toEqual([]);
    const env = { [key.variable]: { file: `${id}.key` } };
    expect(types).toEqual([expect.objectContaining({ id, env, enabled: true })]);
    expect(types[0]?.command.length).toBeGreaterThan(0);
    expect(readFileSync(join(folder, `${id}.key`), 'utf8')).toBe(`${SECRET}\n`);
    for (const name of [file(), join(folder, `${id}.key`)]) {
      expect(statSync(name).mode & 0o777).toBe(0o600);
    }
  });

  it('does not show what is typed at a terminal', async () => {
    world.atTerminal();
    const running = world.run('task', 'types', '--add', 'codex');
    await world.err.said('OPENAI_API_KEY (from platform.openai.com/api-keys; not shown): ');
    world.keyboard.write(`${SECRET}\r`);
    const { code, out, err } = await running;
    expect(code).toBe(0);
    expect(out + err).not.toContain(SECRET);
    expect(readFileSync(join(folder, 'codex.key'), 'utf8')).toBe(`${SECRET}\n`);
  });

  it('keeps what is in the file', async () => {
    writeFileSync(file(), JSON.stringify({ types: [{ id: 'mine', name: 'M', command: ['m'] }] }));
    expect((await add('gemini-cli')).code).toBe(0);
    const { types } = parseTypes(readFileSync(file(), 'utf8'));
    expect(types.map(({ id }) => id)).toEqual(['mine', 'gemini-cli']);
  });

  it.each([
    ['names codex already', JSON.stringify({ types: [{ id: 'codex', name: 'C' }] })],
    ['cannot be used', '{"types": ['],
    ['no list "types"', '[]'],
  ])('changes nothing where the file %s', async (words, text) => {
    writeFileSync(file(), text);
    const { code, err } = await add('codex');
    expect(code).not.toBe(0);
    expect(err).toContain(words);
    expect(readFileSync(file(), 'utf8')).toBe(text);
    expect(existsSync(join(folder, 'codex.key'))).toBe(false);
  });

  it('takes no empty key, no other agent, and makes no data folder', async () => {
    expect(await add('codex', ' ')).toMatchObject({ code: 2 });
    expect((await add('rm')).code).toBe(2);
    world.env = { KENNY_DATA_DIR: join(folder, 'elsewhere') };
    expect((await add('codex')).err).toContain('There is no data folder');
    expect(existsSync(file())).toBe(false);
  });
});
