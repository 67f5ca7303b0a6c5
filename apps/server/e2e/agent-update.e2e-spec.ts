import {
  agentUpdate,
  API_PATHS,
  RELEASE_PATHS,
  type ApprovalAnswer,
  type CreatedToken,
  type ErrorBody,
} from '@kenny/contract';
import { aRelease, publish } from '../test/a-release.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const PC = 'front-desk';
const PUBLIC_URL = 'https://kenny.example';
let server: AServer;
let sent: unknown[];

beforeEach(async () => {
  server = await AServer.start({ dataDir: newDir(), env: { KENNY_PUBLIC_URL: PUBLIC_URL } });
  sent = [];
});
afterEach(() => server.stop());

function aPc(meta: { version?: string; arch?: string | undefined } = {}, id = PC) {
  return server.connected(id, {
    meta: { os: 'windows', version: '0.1.0', arch: 'x86_64', ...meta },
    handlers: {
      [agentUpdate.name]: (args) => {
        sent.push(args);
        return { ok: true, staged_version: String(args['version']) };
      },
    },
  });
}

type Answer = Partial<ApprovalAnswer & ErrorBody>;
const ask = (body: object = {}, token = server.admin, id = PC) =>
  server.http<Answer>('POST', API_PATHS.agentUpdate(id), body, token);
const codeOf = async (body: object = {}, token = server.admin, id = PC) => {
  const answer = await ask(body, token, id);
  return `${answer.status} ${answer.body.error?.code ?? ''}`.trim();
};

describe('an update of the agent', () => {
  it('is a call of the newest release that waits for approval, and runs once it has one', async () => {
    for (const version of ['0.9.0', '0.10.0', '0.2.0'])
      await publish(server, aRelease({ version }));
    await publish(server, aRelease({ version: '9.0.0', os: 'linux' }));
    await publish(server, aRelease({ version: '9.0.0', arch: 'aarch64' }));
    await aPc();
    const newest = aRelease({ version: '0.10.0' });
    const { status, body } = await ask({ reason: 'It fixes the printer.' });
    const { approval } = body;
    if (!approval) throw new Error(JSON.stringify(body));
    expect(status).toBe(202);
    expect(approval).toMatchObject({
      ...{ tool: agentUpdate.name, agent_id: PC, risk: 'high', state: 'pending', door: 'http' },
      ...{ reason: 'It fixes the printer.', requested_by: { id: 'admin' } },
      args: {
        version: '0.10.0',
        url: PUBLIC_URL + RELEASE_PATHS.file(newest.name),
        sha256: newest.manifest.sha256,
      },
    });
    expect(sent).toEqual([]);
    const { id, call_sha256 } = approval;
    const decision = { decision: 'approve', call_sha256 };
    const done = await server.http('POST', `${API_PATHS.approval(id)}?wait=10`, decision);
    expect(done.body).toMatchObject({
      approval: { state: 'done', outcome: { result: { ok: true, staged_version: '0.10.0' } } },
    });
    expect(sent).toEqual([approval.args]);
    const kinds = (await server.audit(`approval_id=${id}`)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['decision', 'call']));
  });

  it('is asked for once, however often somebody asks', async () => {
    await publish(server, aRelease());
    await aPc();
    const ids = [await ask(), await ask()].map(({ body }) => body.approval?.id);
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
  });

  it('may name a version, above the one that runs', async () => {
    for (const version of ['0.2.0', '0.3.0', '0.1.0']) await publish(server, aRelease({ version }));
    await aPc();
    expect((await ask({ version: '0.2.0' })).body.approval?.args['version']).toBe('0.2.0');
    expect(await codeOf({ version: '0.4.0' })).toBe('404 not_found');
    expect(await codeOf({ version: '0.1.0' })).toBe('409 conflict');
    expect(await codeOf({ version: 'v1' })).toBe('400 validation');
  });

  it('is refused with what is in its way', async () => {
    await aPc();
    expect(await codeOf()).toBe('404 not_found');
    await publish(server, aRelease());
    await aPc({ version: '0.2.0' }, 'new-one');
    expect(await codeOf({}, server.admin, 'new-one')).toBe('409 conflict');
    await aPc({ version: 'nightly' }, 'odd-one');
    expect(await codeOf({}, server.admin, 'odd-one')).toBe('409 conflict');
    await aPc({ arch: undefined }, 'old-one');
    expect(await codeOf({}, server.admin, 'old-one')).toBe('422 unsupported');
    await server.enrol('away');
    expect(await codeOf({}, server.admin, 'away')).toBe('409 offline');
    expect(await codeOf({}, server.admin, 'nobody')).toBe('404 unknown_agent');
    expect(sent).toEqual([]);
  });

  it('is for admins who reach the PC and may ask for changes', async () => {
    await publish(server, aRelease());
    await aPc();
    const token = async (more: object) => {
      const body = { operator: { id: 'bea' }, name: 'bea', scope: 'admin', ...more };
      return (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body.token;
    };
    expect(await codeOf({}, await token({ scope: 'operator' }))).toBe('403 forbidden');
    expect(await codeOf({}, await token({ agents: ['other'] }))).toBe('404 unknown_agent');
    expect(await codeOf({}, await token({ classes: ['read'] }))).toBe('403 forbidden');
    expect(await codeOf({}, await token({ agents: [PC] }))).toBe('202');
  });
});
