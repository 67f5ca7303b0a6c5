import { API_PATHS, KENNY_VERSION } from '@kenny/contract';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { CliWorld } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();
let world: CliWorld;

beforeEach(() => {
  world = new CliWorld(tempDir());
  // Nothing here may reach a server.
  world.env = { KENNY_URL: 'http://127.0.0.1:9', KENNY_TOKEN: 'kny_test' };
});

describe('a command line that is wrong', () => {
  it.each([
    [['agnt'], "unknown command 'agnt'", '(Did you mean agent?)', 'Usage: kenny '],
    [['agent', 'lst'], "unknown command 'lst'", '(Did you mean list?)', 'Usage: kenny agent '],
    [
      ['agent', 'list', '--jsn'],
      "unknown option '--jsn'",
      '(Did you mean --json?)',
      'kenny agent list',
    ],
    [['agent', 'add'], "missing required argument 'id'", 'kenny agent add --help', '<id>'],
    [['agent', 'list', 'pc1'], 'too many arguments', 'Usage: kenny agent list', '--help'],
    [['task', 'start'], "missing required argument 'task'", '<task>', 'kenny task start'],
  ])('%j exits with 2 and says how it is called', async (words, ...parts) => {
    const { code, out, err } = await world.run(...words);
    expect(code).toBe(2);
    expect(out).toBe('');
    for (const part of parts) expect(err).toContain(part);
    expect(err).not.toContain('    at ');
  });

  it.each([[[]], [['agent']], [['approvals']]])(
    '%j shows the commands there are',
    async (words) => {
      const { code, out, err } = await world.run(...words);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toContain('Commands:');
    },
  );

  it.each([[['agnt', '--json']], [['agent', '--json']], [['token', 'create', '--json']]])(
    '%j gives one error object',
    async (words) => {
      const { code, out, err } = await world.run(...words);
      expect(code).toBe(2);
      expect(out).toBe('');
      const { error } = JSON.parse(err) as { error: { code: string; message: string } };
      expect(error.code).toBe('bad_args');
      expect(error.message).not.toBe('');
    },
  );
});

describe('variables', () => {
  it('names every KENNY_ name that does not exist, and asks nobody', async () => {
    Object.assign(world.env, { KENNY_TOKN: 'x', KENNY_URI: 'y' });
    const { code, err } = await world.run('agent', 'list');
    expect(code).toBe(2);
    expect(err).toContain('KENNY_TOKN, KENNY_URI');
  });

  it('minds neither those of the server nor those of the agent', async () => {
    Object.assign(world.env, { KENNY_DATA_DIR: '/x', KENNY_PORT: 'junk', KENNY_AGENT_ID: 'pc1' });
    expect((await world.run('agent', 'list')).code).toBe(4);
  });
});

it('--version and --help answer by themselves', async () => {
  world.env['KENNY_NONSENSE'] = '1';
  expect(await world.run('--version')).toEqual({ code: 0, out: `${KENNY_VERSION}\n`, err: '' });
  const help = await world.run('agent', 'add', '--help');
  expect(help).toMatchObject({ code: 0, err: '' });
  for (const part of ['--os <system>', '--json', '--url', '--insecure']) {
    expect(help.out).toContain(part);
  }
});

it('a fault of our own is one sentence, not a stack', async () => {
  Object.defineProperty(world.env, 'KENNY_TOKEN', {
    get: () => {
      throw new TypeError('cannot read x of y');
    },
  });
  const { code, err } = await world.run('agent', 'list');
  expect(code).toBe(1);
  expect(err).toBe('kenny: kenny has a fault of its own: cannot read x of y [internal]\n');
});

it('client commands start without Nest, TypeORM, DTO classes and the database', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('program.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        name: 'what is loaded late is not looked at',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind }) =>
            kind === 'dynamic-import' ? { external: true } : undefined,
          ),
      },
    ],
  });
  const loaded = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external, kind }) => external && kind !== 'dynamic-import'),
  );
  const packages = loaded.map(({ path }) => path).filter((path) => !path.startsWith('node:'));
  const pure = [
    '@kenny/client',
    '@kenny/contract/client',
    '@kenny/health/web',
    '@kenny/kernel',
    'commander',
  ];
  expect([...new Set(packages)].sort()).toEqual(pure);
  const ours = Object.keys(metafile.inputs);
  expect(ours.length).toBeGreaterThan(20);
  expect(ours.filter((file) => !file.includes('apps/server/src/cli/'))).toEqual([]);
  expect(ours.filter((file) => file.includes('cli/local/'))).toEqual([]);
});

it('every path the command line asks is under /api, or what monitoring reads', () => {
  for (const path of Object.values(API_PATHS)) {
    expect(typeof path === 'function' ? path('x', 'x', 'x') : path).toMatch(
      /^\/(api\/|healthz$|readyz$|metrics$)/,
    );
  }
});
