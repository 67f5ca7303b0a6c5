import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../test/temporary-folder.js';
import { until } from '../test/until.js';
import { launchAgent, type LaunchedAgent } from './launch-agent.js';
import { SeedServer } from './seed-server.js';

const PC = 'pc1';
const TOKEN = 't0k3n';
/** The codes of protocol 0.8. */
const CODES = ['timeout', 'not_found', 'exec_failed', 'unsupported', 'bad_args', 'internal'];

let server: SeedServer;
let agent: LaunchedAgent | undefined;

beforeEach(async () => {
  server = await SeedServer.start({ [PC]: TOKEN });
});
afterEach(async () => {
  await agent?.stop();
  agent = undefined;
  await server.close();
});
// The folder goes when nobody works in it any more.
const folder = temporaryFolder();
beforeEach(async () => {
  agent = await launchAgent({
    server,
    folder: folder.path,
    settings: { KENNY_SERVER_PUBKEY: server.publicKey, KENNY_ENROLL_TOKEN: TOKEN },
    collect: async () => ({ disk: { status: 'warn', summary: 'C: 91% full' } }),
  });
  await server.next('telemetry');
});

describe('this agent and a server that speaks nothing but protocol 0.8', () => {
  it('enrols with the token it was given, proves its key and registers as the protocol says', async () => {
    expect(server.enrolled.get(PC)).toHaveLength(32);
    const register = await server.next('register');
    expect(register).toMatchObject({
      agent_id: PC,
      protocol: '0.8',
      meta: { hostname: expect.any(String) as string, os: 'linux' },
    });
    expect(Buffer.from(String(register['client_nonce']), 'base64')).toHaveLength(32);
  });

  it('pushes telemetry and logs under its id, and answers ping', async () => {
    const telemetry = await server.next('telemetry');
    expect(telemetry).toMatchObject({ agent_id: PC, snapshot: { disk: { status: 'warn' } } });
    expect(Date.parse(String(telemetry['collected_at']))).not.toBeNaN();
    const log = await server.next('log');
    expect(log).toMatchObject({ agent_id: PC, message: expect.any(String) as string });
    expect(['error', 'warn', 'info']).toContain(log['level']);
    server.send({ type: 'ping' });
    await server.next('pong');
  });

  it('carries out the tools, with the results of the protocol', async () => {
    await writeFile(join(folder.path, 'invoice.txt'), 'hello');
    const file = join(folder.path, 'invoice.txt');
    expect(await server.call('fs_read', { path: file })).toMatchObject({
      ok: true,
      result: { content: 'hello', truncated: false },
    });
    const found = await server.call('fs_search', { root: folder.path, pattern: 'INVOICE' });
    expect(found['result']).toMatchObject({ matches: [file] });
    const listed = await server.call('fs_list', { path: folder.path });
    const entry = { name: 'invoice.txt', is_dir: false, bytes: 5 };
    expect((listed['result'] as { entries: object[] }).entries).toContainEqual(entry);
    const config = await server.call('net_config');
    expect(config['result']).toMatchObject({ interfaces: expect.any(Array) as [] });
    const collected = await server.call('telemetry_collect', { sections: ['disk'] });
    expect(collected['result']).toMatchObject({ disk: { status: expect.any(String) as string } });
  });

  it('answers what it cannot do with a code of the protocol', async () => {
    const url = `${server.address}/kenny-agent`;
    const sha256 = 'a'.repeat(64);
    const answers = await Promise.all([
      server.call('winget_list'),
      server.call('fs_read', { path: join(folder.path, 'missing') }),
      server.call('fs_read', {}),
      server.call('no_such_tool'),
      server.call('agent_update', { version: '9.0.0', url, sha256 }),
    ]);
    const codes = answers.map(({ ok, error }) => [ok, (error as { code: string }).code]);
    expect(codes.slice(0, 3)).toEqual([
      [false, 'unsupported'],
      [false, 'not_found'],
      [false, 'bad_args'],
    ]);
    expect(codes[4]).toEqual([false, 'unsupported']);
    for (const [ok, code] of codes)
      expect([ok, CODES.includes(String(code))]).toEqual([false, true]);
  });

  it('takes a policy rule by rule: what it cannot read is skipped, the others count', async () => {
    const good = { applies_to: 'path', pattern: 'invoice', reason: 'private' };
    server.send({
      type: 'policy',
      rules: [
        { ...good, id: 'a rule with blanks' },
        { ...good, id: 'op_long', pattern: 'x', reason: 'y'.repeat(400) },
        { ...good, id: 'op_group', applies_to: 'registry' },
        { ...good, id: 'op_pattern', pattern: '(' },
        'no rule at all',
        { ...good, id: 'op_good' },
      ],
    });
    const skipped = (line: string) => line.includes('a custom rule is skipped');
    await until(() => agent?.printed.filter(skipped).length === 5);
    expect(await server.call('fs_read', { path: '/srv/invoice.txt' })).toMatchObject({
      ok: false,
      error: { code: 'blocked', message: expect.stringContaining('op_good') as string },
    });
  });
});
