import { EXIT_CODES } from '@kenny/contract';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_PROGRAM, SERVER_PROGRAM } from './harness/installation.js';
import { aWorld } from './harness/world.js';

const world = aWorld();

/** What a person sees who starts it like this. */
async function start(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const program = world.start({ name, args, env, cwd: world.folder });
  const { code } = await program.ended();
  return { code, said: program.stdout + program.stderr };
}

const WRONG = { KENNY_PROT: '8000', KENNY_FOO: 'x', KENNY_LOG_LEVEL: 'loud' };

describe('wrong settings stop the start with every problem at once', () => {
  it(
    'of the server',
    world.telling(async () => {
      const dataDir = join(world.folder, 'never-made');
      const { code, said } = await start('server', [SERVER_PROGRAM, 'serve'], {
        ...WRONG,
        KENNY_DATA_DIR: dataDir,
        KENNY_PORT: 'eighty',
        KENNY_HOST: '0.0.0.0',
        KENNY_RETENTION_DAYS: '-1',
        KENNY_TLS_CERT: '/no/such/file',
        KENNY_SERVER_PRIVATE_KEY: 'much-too-short',
      });
      expect(code).toBe(EXIT_CODES.usage);
      for (const problem of [
        /KENNY_PROT is not a kenny variable.*KENNY_PORT/,
        /KENNY_FOO is not a kenny variable/,
        /KENNY_LOG_LEVEL must be/,
        /KENNY_PORT must be/,
        /KENNY_HOST 0\.0\.0\.0/,
        /KENNY_RETENTION_DAYS must be/,
        /KENNY_TLS_KEY is missing/,
        /KENNY_SERVER_PRIVATE_KEY must be/,
      ]) {
        expect(said).toMatch(problem);
      }
      expectNoStack(said);
      expect(said).not.toContain('much-too-short');
      expect(existsSync(dataDir)).toBe(false);
    }),
  );

  it(
    'of the agent',
    world.telling(async () => {
      const stateDir = join(world.folder, 'never-made-either');
      const { code, said } = await start('agent', [AGENT_PROGRAM, 'run', '--state-dir', stateDir], {
        ...WRONG,
        KENNY_SERVER: 'gopher://example.org',
        KENNY_AGENT_ID: '../../etc',
        KENNY_SERVER_PUBKEY: 'much-too-short',
        KENNY_TELEMETRY_INTERVAL_SECS: '0',
      });
      expect(code).toBe(EXIT_CODES.usage);
      for (const problem of [
        /KENNY_PROT is not a kenny variable/,
        /KENNY_FOO is not a kenny variable/,
        /KENNY_LOG_LEVEL must be/,
        /KENNY_SERVER /,
        /KENNY_AGENT_ID /,
        /KENNY_SERVER_PUBKEY must be/,
        /KENNY_TELEMETRY_INTERVAL_SECS must be/,
      ]) {
        expect(said).toMatch(problem);
      }
      expectNoStack(said);
      expect(existsSync(stateDir)).toBe(false);
    }),
  );

  it(
    'of an agent that nobody told where to go',
    world.telling(async () => {
      const stateDir = join(world.folder, 'nowhere');
      const { code, said } = await start(
        'agent',
        [AGENT_PROGRAM, 'run', '--state-dir', stateDir],
        {},
      );
      expect(code).toBe(EXIT_CODES.usage);
      expect(said).toContain('KENNY_SERVER (--server) is missing');
      expect(said).toContain('KENNY_AGENT_ID (--agent-id) is missing');
      expectNoStack(said);
    }),
  );
});

function expectNoStack(said: string): void {
  expect(said).not.toMatch(/^\s+at .+:\d+/m);
  expect(said).not.toMatch(/node_modules|node:internal|dist\/|bundle\//);
}
