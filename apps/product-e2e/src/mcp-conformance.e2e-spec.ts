import { API_PATHS, MCP_PATH, type CreatedToken } from '@kenny/contract';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Api } from './harness/api.js';
import { AuthProxy } from './harness/auth-proxy.js';
import { SERVER_PROGRAM } from './harness/installation.js';
import { aWorld, WORKSPACE } from './harness/world.js';

/**
 * The official MCP conformance runner against the built server, in both eras: every scenario that
 * needs no fixtures of the runner's own. What it finds besides is listed in
 * `tools/conformance/expected-failures.yml`, and an entry there that passes fails as well.
 */
const SCENARIOS = {
  '2025-11-25': [
    ['server-initialize', 3],
    ['ping', 2],
    ['tools-list', 3],
    ['server-session-lifecycle', 3],
    ['server-sse-multiple-streams', 2],
    ['dns-rebinding-protection', 2],
  ],
  '2026-07-28': [
    ['server-stateless', 24],
    ['tools-list', 4],
    ['server-sse-multiple-streams', 1],
    ['dns-rebinding-protection', 2],
    ['caching', 4],
    ['http-header-validation', 14],
    ['input-required-result-unsupported-methods', 2],
  ],
} as const;
const ALL = Object.entries(SCENARIOS).flatMap(([revision, scenarios]) =>
  scenarios.map(([scenario, passing]) => ({ revision, scenario, passing })),
);

/** The runner needs Node 22, which npm has as a package for this platform. */
const PLATFORM = `${process.platform}-${process.arch}`;
const RUNS_HERE = PLATFORM === 'linux-x64';
if (!RUNS_HERE) {
  process.stdout.write(
    `\nMCP conformance is skipped: its Node 22 is for linux-x64, not ${PLATFORM}\n`,
  );
}

const FOLDER = join(WORKSPACE, 'tools/conformance');
const INSTALL_MS = 10 * 60_000;
const RUN_MS = 120_000;

const world = aWorld();
let proxy: AuthProxy;
let passed = 0;
let found = 0;

(RUNS_HERE ? describe : describe.skip)('the MCP door', () => {
  beforeAll(async () => {
    const install = world.start({
      name: 'install',
      args: ['tools/run/install-apart.mjs', 'tools/conformance'],
      cwd: WORKSPACE,
    });
    expect(await install.ended(INSTALL_MS)).toEqual({ code: 0, signal: null });
    const admin = `kny_${randomBytes(24).toString('hex')}`;
    const server = world.start({
      name: 'server',
      args: [SERVER_PROGRAM, 'serve'],
      cwd: world.folder,
      env: {
        KENNY_DATA_DIR: join(world.folder, 'data'),
        KENNY_PORT: '0',
        KENNY_OPERATOR_TOKEN: admin,
      },
    });
    const [, url = ''] = await server.says(/listening on (http:\S+)/, RUN_MS);
    const body = { operator: { id: 'runner' }, name: 'conformance', scope: 'mcp' };
    const made = await new Api(url, admin).post<CreatedToken>(API_PATHS.tokens, body);
    proxy = await AuthProxy.start(url, made.body.token);
    world.onClose(() => proxy.stop());
  }, INSTALL_MS + RUN_MS);

  afterAll(() => {
    process.stdout.write(`\nMCP conformance: ${passed} of ${found} checks passed, both eras\n`);
  });

  it.each(ALL)(
    'passes $scenario of $revision',
    world.telling(async ({ revision, scenario, passing }: (typeof ALL)[number]) => {
      const runner = world.start({
        name: `${scenario} ${revision}`,
        args: [
          'run.mjs',
          '--url',
          proxy.url + MCP_PATH,
          '--spec-version',
          revision,
          '--scenario',
          scenario,
        ],
        cwd: FOLDER,
      });
      const { code } = await runner.ended(RUN_MS);
      const [, count = '0', of = '0'] = /Passed: (\d+)\/(\d+)/.exec(runner.stdout) ?? [];
      passed += Number(count);
      found += Number(of);
      expect({ scenario, code, passed: Number(count) }).toEqual({
        scenario,
        code: 0,
        passed: passing,
      });
    }),
    RUN_MS,
  );
});
