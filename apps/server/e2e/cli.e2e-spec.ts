import {
  API_PATHS,
  type ApprovalView,
  type AuditVerification,
  type CreatedToken,
  type FleetView,
  type TokenList,
} from '@kenny/contract';
import { systemClock } from '@kenny/kernel';
import { ToolFailure } from '@kenny/testing';
import { AServer } from '../test/a-server.js';
import { CliWorld } from '../test/cli-world.js';
import { tempDirs } from '../test/temp-dir.js';

/** The commands against the whole server, over real sockets. */

const newDir = tempDirs();
const LINUX = { features: ['shell_exec', 'call_status', 'cancel', 'posix_rules'] };
const echo = { shell_exec: () => ({ stdout: 'hello\n', stderr: '', exit_code: 0 }) };
let server: AServer;
let world: CliWorld;

beforeEach(async () => {
  server = await AServer.start({ dataDir: newDir() });
  world = new CliWorld(newDir(), systemClock);
  world.env = { KENNY_URL: server.url, KENNY_TOKEN: server.admin };
});
afterEach(() => server.stop());

async function json<T>(...words: string[]): Promise<T> {
  const { out, err } = await world.run(...words, '--json');
  if (err !== '') throw new Error(err);
  return JSON.parse(out) as T;
}

async function asked(command = 'echo hello'): Promise<ApprovalView> {
  const { body } = await server.http<{ approval: ApprovalView }>('POST', '/api/tools/shell_exec', {
    ...{ agent_id: 'pc1', args: { command }, reason: 'to test' },
  });
  return body.approval;
}

it('asks only for paths that the server has', async () => {
  const { body } = await server.http<{ paths: object }>('GET', '/api/docs');
  const routes = Object.keys(body.paths).map((route) => route.replace(/\{\w+\}/g, 'x'));
  for (const path of Object.values(API_PATHS)) {
    expect(routes).toContain(typeof path === 'function' ? path('x', 'x', 'x') : path);
  }
});

it('a PC comes, is listed, gets a new key and goes', async () => {
  const added = await world.run('agent', 'add', 'pc1', '--name', 'Opa', '--os', 'linux');
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(added.out).toContain("--agent-id 'pc1'");
  expect((await world.run('agent', 'add', 'PC1')).code).toBe(1);
  const { agents } = await json<FleetView>('agent', 'list');
  expect(agents).toMatchObject([{ agent_id: 'pc1', name: 'Opa', online: false }]);
  expect((await world.run('agent', 'rekey', 'pc1')).code).toBe(0);
  expect((await world.run('agent', 'rekey', 'pc1', '--mode', 'revoke', '--yes')).code).toBe(0);
  expect((await world.run('agent', 'remove', 'pc1', '--yes')).code).toBe(0);
  expect((await world.run('agent', 'remove', 'pc1', '--yes')).code).toBe(1);
  expect((await json<FleetView>('agent', 'list')).agents).toEqual([]);
});

it('a token is made, works as far as it may, and ends', async () => {
  const viewer = [
    '--operator',
    'anna',
    '--operator-name',
    'Anna',
    '--name',
    'x',
    '--scope',
    'viewer',
  ];
  const made = await json<CreatedToken>('token', 'create', ...viewer, '--expires', '1d');
  expect(made).toMatchObject({ operator: { name: 'Anna' }, scope: 'viewer', decide: false });
  const { items } = await json<TokenList>('token', 'list');
  expect(items.map(({ id }) => id)).toContain(made.id);
  world.env['KENNY_TOKEN'] = made.token;
  expect((await world.run('agent', 'list')).code).toBe(0);
  expect((await world.run('agent', 'add', 'pc1')).code).toBe(3);
  world.env['KENNY_TOKEN'] = server.admin;
  expect((await world.run('token', 'revoke', made.id)).code).toBe(0);
  world.env['KENNY_TOKEN'] = made.token;
  const { code, err } = await world.run('agent', 'list');
  expect(code).toBe(3);
  expect(err).toMatch(/\[unauthenticated\]\n .* Request [0-9a-f-]{36}\.\n$/);
});

it('a person approves the call that was shown, and sees its result', async () => {
  await server.connected('pc1', { ...LINUX, handlers: echo });
  const { id } = await asked();
  expect((await world.run('approvals', 'list')).out).toMatch(new RegExp(`^pending +${id}`, 'm'));
  const run = world.atTerminal().run('approvals', 'approve', id);
  await world.err.said('[y/N]');
  world.keyboard.write('y\n');
  const { code, out } = await run;
  expect(code).toBe(0);
  expect(out).toContain('hello');
  expect(await server.audit(`approval_id=${id}`)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'decision', door: 'cli', target: 'approve' }),
    ]),
  );
});

it('what the PC refuses keeps its exit code', async () => {
  const handlers = {
    shell_exec: () => {
      throw new ToolFailure('disabled', 'switched off here');
    },
  };
  await server.connected('pc1', { ...LINUX, handlers });
  const { id } = await asked();
  const { code, out } = await world.run('approvals', 'approve', id, '--yes');
  expect(code).toBe(3);
  expect(out).toContain('switched off here [disabled]');
});

it('a call is denied, and nobody can approve it afterwards', async () => {
  await server.connected('pc1', { ...LINUX, handlers: {} });
  const { id } = await asked();
  expect((await world.run('approvals', 'deny', id, '--reason', 'not now')).code).toBe(0);
  const again = await world.run('approvals', 'approve', id, '--yes');
  expect(again.code).toBe(1);
  expect(again.err).toContain('[already_decided]');
});

it('another call than the one that was shown is not approved', async () => {
  await server.connected('pc1', { ...LINUX, handlers: {} });
  const { id } = await asked();
  const words = ['--yes', '--call-sha256', '0'.repeat(64)];
  const { code, err } = await world.run('approvals', 'approve', id, ...words);
  expect(code).toBe(3);
  expect(err).toContain('[hash_mismatch]');
});

it('the audit log is verified and written out, the same rows in both', async () => {
  await world.run('agent', 'add', 'pc1');
  const verdict = await json<AuditVerification>('audit', 'verify');
  expect(verdict).toMatchObject({ ok: true, findings: [] });
  const { code, out } = await world.run('audit', 'export');
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n')).toHaveLength(verdict.rows);
  const csv = await world.run('audit', 'export', '--format', 'csv', '--agent', 'pc1');
  expect(csv.out).toMatch(/^"seq",/);
  expect(csv.out.trimEnd().split('\r\n')).toHaveLength(2);
});

it('the doctor finds nothing wrong', async () => {
  await server.connected('pc1', { ...LINUX, handlers: {} });
  const { code, out } = await world.run('doctor');
  expect(out).not.toMatch(/^fail/m);
  expect(out).toContain('1 of 1 online');
  expect(code).toBe(0);
});
