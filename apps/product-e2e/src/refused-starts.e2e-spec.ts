import { API_PATHS, EXIT_CODES, SERVER_FILES } from '@kenny/contract';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { BrokenDatabase, rowsOf } from './harness/broken-database.js';
import { Installation, SERVER_PROGRAM } from './harness/installation.js';
import type { Program } from './harness/program.js';
import { aWorld, freePort } from './harness/world.js';

/**
 * A start that is refused ends by itself: with its code, in words, and with the folder free for the
 * next one. A server that stayed would look alive to whatever watches over it.
 */
const world = aWorld();
/** How long a test waits for the end of a process; a start that hangs never ends. */
const PATIENCE_MS = 30_000;
const DAMAGED = /The database of the server is damaged \(\S+kenny\.sqlite.* Keep a copy/;
const A_FOLDER = Symbol('a folder');
let lived: string;
let folders = 0;

beforeAll(
  world.telling(async () => {
    const installation = await Installation.prepare(world, 'lived');
    const server = await installation.startServer();
    for (let index = 0; index < 40; index += 1) {
      await installation.api.post(API_PATHS.agents, { agent_id: `pc-${index}` });
    }
    expect(await server.stop()).toEqual({ code: EXIT_CODES.ok, signal: null });
    lived = installation.dataDir;
  }),
  120_000,
);

interface Place {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Makes it good again. Without it the folder is taken from `lived` once more. */
  readonly mend?: () => Promise<void> | void;
}

function folder(): string {
  const dataDir = join(world.makeFolder(`refused-${(folders += 1)}`), 'data');
  cpSync(lived, dataDir, { recursive: true });
  return dataDir;
}

const file = (dataDir: string, name: keyof typeof SERVER_FILES) =>
  join(dataDir, SERVER_FILES[name]);

function serve({ dataDir, env = {} }: Place): Program {
  return world.start({
    name: 'server',
    args: [SERVER_PROGRAM, 'serve'],
    cwd: world.folder,
    env: { KENNY_DATA_DIR: dataDir, KENNY_PORT: '0', ...env },
  });
}

async function damaged(how: (database: BrokenDatabase) => void): Promise<Place> {
  const dataDir = folder();
  how(await BrokenDatabase.of(dataDir));
  return { dataDir };
}

function replaced(name: keyof typeof SERVER_FILES, content: string | typeof A_FOLDER): Place {
  const dataDir = folder();
  rmSync(file(dataDir, name), { recursive: true, force: true });
  if (content === A_FOLDER) mkdirSync(file(dataDir, name));
  else writeFileSync(file(dataDir, name), content);
  return { dataDir };
}

const STARTS: readonly [string, RegExp, () => Promise<Place> | Place][] = [
  ['server.key holds no key', /server\.key does not hold a key/, () => replaced('key', 'rubbish')],
  ['server.key is empty', /server\.key does not hold a key/, () => replaced('key', '')],
  ['server.key is a folder', /server\.key cannot be read/, () => replaced('key', A_FOLDER)],
  ['server.id is empty', /server\.id does not hold the data folder's id/, () => replaced('id', '')],
  ['releases is a file', /A file that kenny needs .*releases/, () => replaced('releases', '')],
  ['the checkpoints are a folder', /cannot be used/, () => replaced('auditCheckpoints', A_FOLDER)],
  [
    'the database is rubbish',
    /is not a database any more/,
    () => replaced('database', 'x'.repeat(9_000)),
  ],
  ['page 1 is zeroed', /is not a database any more/, () => damaged((it) => it.zeroPage(1))],
  ['the last page is zeroed', DAMAGED, () => damaged((it) => it.zeroLastPage())],
  ['the file is halved', DAMAGED, () => damaged((it) => it.halve())],
  ...['migrations', 'agents', 'policy_rules', 'audit', 'tokens'].map(
    (table) =>
      [
        `the first page of ${table} is zeroed`,
        DAMAGED,
        () => damaged((it) => it.zeroRoot(table)),
      ] as const satisfies [string, RegExp, () => Promise<Place>],
  ),
  [
    'the database is of a newer kenny',
    /was written by a newer version of kenny \(FromTheFuture1\)/,
    async () => {
      const dataDir = folder();
      const insert = "INSERT INTO migrations (timestamp, name) VALUES (1, 'FromTheFuture1')";
      await rowsOf(file(dataDir, 'database'), insert);
      return { dataDir };
    },
  ],
  [
    'the data folder is a file',
    /KENNY_DATA_DIR \S+ cannot be used/,
    () => {
      const dataDir = join(world.makeFolder('no-folder'), 'data');
      writeFileSync(dataDir, '');
      return { dataDir };
    },
  ],
  [
    'another program has the port',
    /127\.0\.0\.1:\d+ is in use by another program/,
    async () => {
      const [dataDir, port] = [folder(), await freePort()];
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
      const mend = () => new Promise<void>((resolve) => void other.close(() => resolve()));
      return { dataDir, env: { KENNY_PORT: String(port) }, mend };
    },
  ],
  [
    'PostgreSQL is not there',
    /The database .+ cannot be reached: .*Is it running/,
    async () => ({
      dataDir: folder(),
      env: { KENNY_DATABASE_URL: `postgres://kenny@127.0.0.1:${await freePort()}/kenny` },
    }),
  ],
];

describe('a start is refused when', () => {
  it.each(STARTS)(
    '%s',
    world.telling(async (_name: string, words: RegExp, spoil: () => Promise<Place> | Place) => {
      const place = await spoil();
      const refused = serve(place);
      expect(await refused.ended(PATIENCE_MS)).toEqual({ code: EXIT_CODES.failed, signal: null });
      expect(refused.stderr).toMatch(words);
      expect(refused.stderr).toMatch(/^kenny: [^\n]+ \[conflict\]\n$/);
      expect(refused.output).not.toMatch(/"stack"|\n {4}at /);

      const { dataDir, mend } = place;
      if (mend) await mend();
      else {
        rmSync(dataDir, { recursive: true, force: true });
        cpSync(lived, dataDir, { recursive: true });
      }
      const next = serve(mend ? place : { dataDir });
      await next.says(/listening on/);
      expect(await next.stop()).toEqual({ code: EXIT_CODES.ok, signal: null });
    }),
    120_000,
  );
});

it(
  'a refused start leaves the folder free as it is: the next one hears the same words',
  world.telling(async () => {
    const place = replaced('key', 'rubbish');
    for (const start of [serve(place), undefined, undefined]) {
      const refused = start ?? serve(place);
      expect((await refused.ended(PATIENCE_MS)).code).toBe(EXIT_CODES.failed);
      expect(refused.stderr).toMatch(/server\.key does not hold a key/);
    }
  }),
  120_000,
);

const TOKEN_WORDS = ['--operator', 'anna', '--name', 'x', '--scope', 'admin'];

it.each([
  ['kenny doctor', ['doctor', '--offline'], /database +damaged: .*malformed/],
  ['kenny token create', ['token', 'create', ...TOKEN_WORDS, '--local'], DAMAGED],
  ['kenny db copy', ['db', 'copy', '--to', 'postgres://kenny@127.0.0.1:1/kenny'], DAMAGED],
])(
  '%s on a damaged database says so, ends, and leaves the folder free',
  world.telling(async (_name: string, words: string[], said: RegExp) => {
    const { dataDir } = await damaged((it) => it.zeroRoot('migrations'));
    const command = world.start({
      name: words.join(' '),
      args: [SERVER_PROGRAM, ...words],
      cwd: world.folder,
      env: { KENNY_DATA_DIR: dataDir },
    });
    expect((await command.ended(PATIENCE_MS)).code).toBe(EXIT_CODES.failed);
    expect(command.output).toMatch(said);
    const next = serve({ dataDir });
    expect((await next.ended(PATIENCE_MS)).code).toBe(EXIT_CODES.failed);
    expect(next.stderr).toMatch(DAMAGED);
  }),
  120_000,
);

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a start that hangs ends at %s',
  world.telling(async (signal: NodeJS.Signals) => {
    // It takes the connection and never says a word.
    const deaf = createServer();
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    const reached = once(deaf, 'connection');
    const address = deaf.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const server = serve({
      dataDir: folder(),
      env: { KENNY_DATABASE_URL: `postgres://kenny@127.0.0.1:${address.port}/kenny` },
    });
    const [socket] = (await reached) as [Socket];
    server.signal(signal);
    expect(await server.ended(PATIENCE_MS)).toEqual({ code: EXIT_CODES.ok, signal: null });
    expect(server.stdout).toContain('kenny is stopping before it has started');
    socket.destroy();
    deaf.close();
  }),
  120_000,
);
