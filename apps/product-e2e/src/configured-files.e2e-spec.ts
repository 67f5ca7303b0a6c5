import { AGENT_FILES, SERVER_FILES } from '@kenny/contract';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Installation } from './harness/installation.js';
import { whileMounted } from './harness/mount.js';
import { spellingsOf } from './harness/path-spellings.js';
import { aWorld } from './harness/world.js';

/**
 * What server and agent are set up with lies where its owner put it, under a name that says nothing.
 * No tool reads it, whatever it is called and however it is reached.
 */
const world = aWorld();
const apart = world.makeFolder('apart');
const at = (name: string): string => join(apart, name);
const modelKey = `marker${randomBytes(12).toString('hex')}`;
const seed = randomBytes(32).toString('base64');
let installation: Installation;
let secrets: string[];

beforeAll(
  world.telling(async () => {
    writeFileSync(at('first'), modelKey, { mode: 0o644 });
    writeFileSync(at('second'), seed, { mode: 0o644 });
    writeFileSync(at('fourth'), '{"remote_control": true}', { mode: 0o644 });
    installation = await Installation.up(world, 'apart-from-it', {
      agentSharesMounts: true,
      serverEnv: {
        ANTHROPIC_API_KEY_FILE: at('first'),
        KENNY_SERVER_PRIVATE_KEY_FILE: at('second'),
      },
      agentEnv: { KENNY_AGENT_KEY_FILE: at('third'), KENNY_CONTROL_FILE: at('fourth') },
    });
    const agentKey = readFileSync(at('third'), 'latin1').trim();
    secrets = [modelKey, seed, agentKey, 'remote_control', installation.api.token];
  }),
  120_000,
);

const call = (tool: string, args: Record<string, unknown>) =>
  installation.api.tool(tool, installation.agentId, args);

/** Ways to the file that gave a secret away. */
async function leaks(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { text } = await call('fs_read', { path });
    if (secrets.some((one) => text.includes(one))) found.push(path);
  }
  return found;
}

it.each(['first', 'second', 'third', 'fourth'])(
  'fs_read gives nothing of the %s file that the programs are set up with, by any spelling',
  world.telling(async (name: string) => {
    const spellings = spellingsOf(at(name), world.makeFolder(`links-${name}`));
    expect(spellings.length).toBeGreaterThanOrEqual(40);
    expect(await leaks(spellings.map(({ path }) => path))).toEqual([]);
    const plain = await call('fs_read', { path: at(name) });
    expect(plain).toMatchObject({ status: 403, body: { error: { code: 'blocked' } } });
    const elsewhere = join(world.makeFolder('bound'), name);
    writeFileSync(elsewhere, '');
    await whileMounted(elsewhere, ['--bind', at(name)], async () => {
      expect(await leaks([elsewhere])).toEqual([]);
    });
  }),
  120_000,
);

it(
  'fs_list tells nothing of them but their names',
  world.telling(async () => {
    const { body } = await call('fs_list', { path: apart });
    const { entries } = body.result as { entries: { name: string; bytes: number }[] };
    const sizes = entries.filter(({ name }) => !name.startsWith('links')).map(({ bytes }) => bytes);
    expect(sizes.length).toBeGreaterThanOrEqual(4);
    expect(new Set(sizes)).toEqual(new Set([0]));
  }),
);

it(
  'a second view of the processes gives nothing of theirs',
  world.telling(async () => {
    const jail = world.makeFolder('jail');
    await whileMounted(jail, ['-t', 'proc', 'proc'], async () => {
      const { server, agent } = installation;
      const pids = [server, agent].map((program) => program?.pid);
      const parts = ['environ', 'cmdline', 'maps', `cwd${at('first')}`, `root${at('first')}`];
      const paths = pids.flatMap((pid) => parts.map((part) => join(jail, String(pid), part)));
      expect(await leaks(paths)).toEqual([]);
      for (const path of pids.map((pid) => join(jail, String(pid)))) {
        const { body } = await call('fs_list', { path });
        expect({ path, code: body.error?.code }).toEqual({ path, code: 'blocked' });
      }
      const { body } = await call('fs_read', { path: join(jail, 'uptime') });
      expect(body.error).toBeUndefined();
    });
  }),
  60_000,
);

it(
  'a part of the data folder that is mounted elsewhere is as private as the whole',
  world.telling(async () => {
    const { dataDir, stateDir } = installation;
    const hidden = `marker${randomBytes(12).toString('hex')}`;
    mkdirSync(join(dataDir, 'deep'));
    writeFileSync(join(dataDir, 'deep', hidden), hidden);
    secrets.push(hidden);
    const point = world.makeFolder('point');
    for (const folder of [dataDir, stateDir, join(dataDir, 'deep')]) {
      await whileMounted(point, ['--bind', folder], async () => {
        expect((await call('fs_list', { path: point })).body.error?.code).toBe('blocked');
        const { text } = await call('fs_search', {
          root: world.folder,
          pattern: hidden.slice(0, 20),
        });
        expect(text).not.toContain(hidden);
        expect(await leaks([join(point, hidden)])).toEqual([]);
      });
    }
    const file = join(world.makeFolder('bound'), 'harmless');
    writeFileSync(file, '');
    const files = [SERVER_FILES.database, SERVER_FILES.id, join('deep', hidden)].map((name) =>
      join(dataDir, name),
    );
    for (const one of [...files, join(stateDir, AGENT_FILES.enrolment)]) {
      await whileMounted(file, ['--bind', one], async () => {
        expect((await call('fs_read', { path: file })).body.error?.code).toBe('blocked');
      });
    }
  }),
  120_000,
);

it(
  'a token of kenny and a private key come out of no file, whatever it is called',
  world.telling(async () => {
    const open = world.makeFolder('open');
    const { api } = installation;
    writeFileSync(join(open, 'notes.txt'), `login ${api.token} today`);
    const notes = await call('fs_read', { path: join(open, 'notes.txt') });
    expect(notes.text).toContain('login kny_*** today');
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(open, 'photo.jpg'), `x\n${pem.toString()}`);
    const key = await call('fs_read', { path: join(open, 'photo.jpg') });
    expect(key).toMatchObject({ status: 403, body: { error: { code: 'blocked' } } });
  }),
);

it.each<[string, Record<string, unknown>]>([
  ['diag_processes', {}],
  ['diag_autostart', {}],
  ['diag_eventlog', { log: 'system', count: 1000 }],
  ['telemetry_collect', {}],
])(
  '%s %j tells no secret of them',
  world.telling(async (tool, args) => {
    const { text } = await call(tool, args);
    expect(secrets.filter((one) => text.includes(one))).toEqual([]);
  }),
  120_000,
);

it(
  'neither the audit log nor any output keeps one of them',
  world.telling(async () => {
    const { api, server, agent } = installation;
    const kept = await Promise.all(
      ['/api/audit/export', '/api/events?limit=500'].map((path) => api.get(path)),
    );
    for (const text of [...kept.map(({ text }) => text), server?.output, agent?.output]) {
      const told = secrets.slice(0, 3).filter((one) => text?.includes(one) ?? true);
      expect(told).toEqual([]);
    }
  }),
);
