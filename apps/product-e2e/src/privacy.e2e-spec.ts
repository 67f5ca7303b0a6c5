import { AGENT_FILES, SERVER_FILES } from '@kenny/contract';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Installation } from './harness/installation.js';
import {
  ownSpellings,
  processSpellings,
  spellingsOf,
  type Spelling,
} from './harness/path-spellings.js';
import { aWorld } from './harness/world.js';

/**
 * With server and agent running, no read tool returns a byte of the data folder, of the agent's
 * state folder or of the server's environment, by any spelling of the path (design §6, Paths).
 */
const world = aWorld();
const secret = (): string => `marker${randomBytes(12).toString('hex')}`;
/** Content of planted files and variables; never part of a request, so never rightly in an answer. */
const planted = { data: secret(), state: secret(), environment: secret() };
/** Part of the name of planted files: listing a private folder would show it. */
const hiddenName = secret();
let installation: Installation;
let secrets: string[];
let dataFile: string;
let stateFile: string;

beforeAll(
  world.telling(async () => {
    installation = await Installation.up(world, 'private', {
      serverEnv: { ANTHROPIC_API_KEY: planted.environment },
    });
    const { dataDir, stateDir, api } = installation;
    dataFile = join(dataDir, 'notes.txt');
    stateFile = join(stateDir, 'notes.txt');
    writeFileSync(dataFile, planted.data, { mode: 0o600 });
    writeFileSync(stateFile, planted.state, { mode: 0o600 });
    for (const folder of [dataDir, stateDir]) writeFileSync(join(folder, hiddenName), '');
    secrets = [
      ...Object.values(planted),
      hiddenName,
      api.token,
      readFileSync(join(dataDir, SERVER_FILES.key), 'latin1').trim(),
      readFileSync(join(stateDir, AGENT_FILES.key), 'latin1').trim(),
    ];
  }),
  120_000,
);

interface Leak {
  tool: string;
  how: string;
  text: string;
}

async function call(tool: string, args: Record<string, unknown>): Promise<string> {
  const { status, text } = await installation.api.tool(tool, installation.agentId, args);
  if (status === 429 || status === 503) throw new Error(`${tool} was not answered: ${text}`);
  return text;
}

/** Eight at a time, as many as nobody minds; answers in the order of the items. */
async function inEights<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let from = 0; from < items.length; from += 8) {
    answers.push(...(await Promise.all(items.slice(from, from + 8).map(ask))));
  }
  return answers;
}

/** Every answer of the tool that holds a secret. */
async function leaks(
  tool: string,
  spellings: readonly Spelling[],
  argsOf: (path: string) => Record<string, unknown>,
): Promise<Leak[]> {
  const answers = await inEights(spellings, async ({ how, path }) => ({
    ...{ tool, how },
    text: await call(tool, argsOf(path)),
  }));
  return answers
    .filter(({ text }) => secrets.some((one) => text.includes(one)))
    .map((leak) => ({ ...leak, text: leak.text.slice(0, 300) }));
}

const asPath = (path: string): Record<string, unknown> => ({ path });
const asRoot = (root: string): Record<string, unknown> => ({ root, pattern: 'marker' });

it(
  'the search for leaks finds one where there is one',
  world.telling(async () => {
    const open = world.makeFolder('open');
    writeFileSync(join(open, 'read-me.txt'), planted.data);
    writeFileSync(join(open, hiddenName), '');
    const file = [{ how: 'plain', path: join(open, 'read-me.txt') }];
    const folder = [{ how: 'plain', path: open }];
    expect(await leaks('fs_read', file, asPath)).toHaveLength(1);
    expect(await leaks('fs_list', folder, asPath)).toHaveLength(1);
    expect(await leaks('fs_search', folder, asRoot)).toHaveLength(1);
  }),
);

it.each([
  ['the data folder', () => dataFile],
  ["the agent's state folder", () => stateFile],
])(
  'fs_read gives nothing of %s',
  world.telling(async (_, file) => {
    const spellings = spellingsOf(file(), world.makeFolder(`links-read-${basename(_)}`));
    expect(spellings.length).toBeGreaterThanOrEqual(40);
    expect(await leaks('fs_read', spellings, asPath)).toEqual([]);
  }),
  120_000,
);

it.each([
  ['the data folder', () => installation.dataDir],
  ["the agent's state folder", () => installation.stateDir],
])(
  'fs_list and fs_search show nothing of %s',
  world.telling(async (_, folder) => {
    const spellings = spellingsOf(folder(), world.makeFolder(`links-list-${basename(_)}`));
    expect(spellings.length).toBeGreaterThanOrEqual(40);
    expect(await leaks('fs_list', spellings, asPath)).toEqual([]);
    expect(await leaks('fs_search', spellings, asRoot)).toEqual([]);
  }),
  120_000,
);

it(
  'every file that server and agent keep is closed to fs_read',
  world.telling(async () => {
    const { dataDir } = installation;
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const names = files.map((file) => basename(file));
    expect(names).toEqual(
      expect.arrayContaining([SERVER_FILES.database, SERVER_FILES.key, AGENT_FILES.journal]),
    );
    const answers = await inEights(files, async (file) => {
      const { api, agentId } = installation;
      const { status, body } = await api.tool('fs_read', agentId, { path: file });
      return { file, status, code: body.error?.code };
    });
    expect(answers).toEqual(files.map((file) => ({ file, status: 403, code: 'blocked' })));
  }),
);

it(
  'fs_search from above goes round private folders',
  world.telling(async () => {
    const above = [world.folder, join(installation.dataDir, '..'), '/tmp'];
    for (const root of above) {
      const text = await call('fs_search', { root, pattern: hiddenName.slice(0, 20) });
      expect(text).not.toContain(join(installation.dataDir));
    }
  }),
  120_000,
);

it(
  'no view of the processes gives their environment, their memory or their files',
  world.telling(async () => {
    const { server, agent } = installation;
    if (!server || !agent) throw new Error('not running');
    const views = [server, agent].flatMap(({ pid }) => processSpellings(pid, dataFile));
    const spellings = [...views, ...ownSpellings(dataFile)];
    expect(spellings.length).toBeGreaterThanOrEqual(40);
    expect(await leaks('fs_read', spellings, asPath)).toEqual([]);
    const folders = [server, agent].flatMap(({ pid }) =>
      ['', '/fd', '/cwd', '/root', '/map_files'].map((part) => `/proc/${pid}${part}`),
    );
    const listed = [
      ...folders,
      ...['/proc/self', '/proc/self/fd', '/dev/fd', '/proc/thread-self/fd'],
    ];
    const answers = await inEights(listed, async (path) => {
      const { body } = await installation.api.tool('fs_list', installation.agentId, { path });
      return { path, code: body.error?.code };
    });
    expect(answers).toEqual(listed.map((path) => ({ path, code: 'blocked' })));
  }),
  120_000,
);

it.each<[string, Record<string, unknown>]>([
  ['diag_processes', {}],
  ['diag_services', {}],
  ['diag_autostart', {}],
  ['diag_eventlog', { log: 'system', count: 1000 }],
  ['diag_eventlog', { log: 'auth', count: 1000 }],
  ['diag_eventlog', { log: 'kenny-agent', count: 1000 }],
  ['diag_eventlog', { log: '../../../proc/self/environ' }],
  ['net_config', {}],
  ['fs_disk_usage', {}],
  ['remotehelp_status', {}],
  ['telemetry_collect', {}],
])(
  '%s %j tells no secret',
  world.telling(async (tool, args) => {
    const text = await call(tool, args);
    expect(secrets.filter((one) => text.includes(one))).toEqual([]);
  }),
  120_000,
);

it('no secret stands in a command line, where every user of the PC could read it', () => {
  const { server, agent } = installation;
  for (const program of [server, agent]) {
    if (!program) throw new Error('not running');
    const line = readFileSync(`/proc/${program.pid}/cmdline`, 'utf8');
    expect(line).toContain('node');
    expect(secrets.filter((one) => line.includes(one))).toEqual([]);
    expect(line).not.toMatch(/kny_|token/i);
  }
});

it(
  'neither the audit log nor any other log keeps a secret',
  world.telling(async () => {
    const { api, server, agent } = installation;
    const kept = await Promise.all(
      ['/api/audit/export', '/api/events?limit=500', '/api/approvals'].map((path) => api.get(path)),
    );
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(kept[0]?.text).toContain('fs_read');
    const logs = readdirSync(join(installation.stateDir, AGENT_FILES.logs)).map((name) =>
      readFileSync(join(installation.stateDir, AGENT_FILES.logs, name), 'utf8'),
    );
    expect(logs.join('')).toContain('fs_read');
    // The name of a planted file was asked for; the audit log rightly says so.
    const contents = secrets.filter((one) => one !== hiddenName);
    const texts = [...kept.map(({ text }) => text), ...logs, server?.output, agent?.output];
    for (const text of texts) {
      expect(contents.filter((one) => text?.includes(one) ?? true)).toEqual([]);
    }
  }),
);
