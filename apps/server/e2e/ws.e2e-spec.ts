import {
  AGENT_FEATURES,
  LONGEST_DECISION_WAIT_S,
  WS_CLOSE_CODES,
  CAPS,
  WS_LIMITS,
  type ApprovalAnswer,
  type ApprovalView,
  type FleetView,
} from '@kenny/contract';
import { aTelemetry, FakeClock, NO_ANSWER, type FakeHandler } from '@kenny/testing';
import { AuditStore } from '../src/audit/index.js';
import { PrincipalResolver } from '../src/auth/index.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';
import { bearer, WsClient } from '../test/ws-client.js';

const newDir = tempDirs();
let clock: FakeClock;
let server: AServer;
let client: WsClient;

beforeEach(async () => {
  clock = new FakeClock();
  server = await AServer.start({ dataDir: newDir(), clock });
  client = await WsClient.open(server.url, bearer(server.admin));
});
afterEach(() => server.stop());

const echo: FakeHandler = () => ({ stdout: 'hi', stderr: '', exit_code: 0 });

async function connectPc(agentId = 'pc1', handler: FakeHandler = () => NO_ANSWER) {
  const handlers = { shell_exec: handler };
  return server.connected(agentId, { features: [...AGENT_FEATURES], handlers });
}

async function ask(command: string, agent_id = 'pc1'): Promise<ApprovalView> {
  const body = { agent_id, args: { command } };
  return (await server.http<ApprovalAnswer>('POST', '/api/tools/shell_exec', body)).body.approval;
}

async function tokenFor(rights: object): Promise<string> {
  const body = { operator: { id: 'bo' }, name: 'test', ...rights };
  return String((await server.http('POST', '/api/tokens', body)).body['token']);
}

const fleet = async () => (await server.http<FleetView>('GET', '/api/fleet')).body;
const coalesced = () => clock.advanceAsync(250);

describe('ping', () => {
  it('is answered with nothing but an answer, also before anything else was asked', async () => {
    expect(await client.ask('ping')).toEqual({});
    expect(client.pushed).toEqual([]);
  });
});

describe('fleet.subscribe', () => {
  it('answers with the fleet, and pushes what changes, together', async () => {
    await connectPc('pc1');
    await coalesced();
    const { run, seq, fleet: shown } = await client.ask('fleet.subscribe');
    expect(shown).toEqual(await fleet());
    expect(shown).toMatchObject({ run, seq });
    await connectPc('pc2');
    const changed = server.nextEvent('health.changed');
    const pc3 = await connectPc('pc3');
    pc3.send(aTelemetry('pc3').with('memory', { percent_used: 99 }).frame());
    await changed;
    expect(client.pushed).toEqual([]);
    await coalesced();
    const [patch] = await client.pushes('fleet.patch');
    expect(patch).toMatchObject({ run, seq: seq + 1, removed: [], counts: { crit: 1 } });
    expect(patch?.agents.map(({ agent_id }) => agent_id).sort()).toEqual(['pc2', 'pc3']);
    const now = await fleet();
    expect(now.seq).toBe(patch?.seq);
    for (const row of patch?.agents ?? []) {
      expect(now.agents.find(({ agent_id }) => agent_id === row.agent_id)).toEqual(row);
    }
  });

  it('names a PC that is removed', async () => {
    await server.enrol('pc1');
    await coalesced();
    await client.ask('fleet.subscribe');
    await server.http('DELETE', '/api/agents/pc1');
    await coalesced();
    const [patch] = await client.pushes('fleet.patch');
    expect(patch).toMatchObject({ agents: [], removed: ['pc1'], counts: { unknown: 0 } });
  });

  it('brings newer data after a while, and moves the strips on every half hour', async () => {
    const pc = await connectPc();
    const send = async () => {
      const stored = server.nextEvent('telemetry.stored');
      pc.send(aTelemetry('pc1').frame());
      await stored;
    };
    await send();
    await coalesced();
    await client.ask('fleet.subscribe');
    clock.jump(60_000);
    await send();
    await coalesced();
    expect(client.pushed).toEqual([]);
    await clock.advanceAsync(30_000);
    const [newer] = await client.pushes('fleet.patch');
    expect(newer?.agents).toEqual((await fleet()).agents);
    // By the wall only: sockets that hear half an hour of pings at once cannot answer in time.
    clock.jump(30 * 60_000);
    await clock.advanceAsync(10_000);
    const shown = (await fleet()).agents;
    expect(shown[0]?.strip).toMatch(/-$/);
    await client.until(
      () => client.events('fleet.patch').at(-1)?.agents[0]?.strip.endsWith('-') ?? false,
    );
    expect(client.events('fleet.patch').at(-1)?.agents).toEqual(shown);
  });
});

describe('approvals', () => {
  it('are told at every step, at once', async () => {
    await connectPc('pc1', echo);
    const first = await ask('echo 1');
    const { run, seq, items } = await client.ask('approval.subscribe');
    expect(items).toEqual([first]);
    const second = await ask('echo 2');
    const answer = await client.ask('approval.decide', {
      ...{ id: second.id, decision: 'approve', call_sha256: second.call_sha256 },
      wait: LONGEST_DECISION_WAIT_S,
    });
    expect(answer.approval).toMatchObject({ id: second.id, state: 'done', door: 'http' });
    const steps = await client.pushes('approval.changed', 4);
    expect(steps.map(({ approval }) => approval.state)).toEqual([
      ...['pending', 'approved', 'sent', 'done'],
    ]);
    expect(steps.map((step) => [step.run, step.seq])).toEqual(
      [1, 2, 3, 4].map((at) => [run, seq + at]),
    );
    expect(steps.at(-1)?.approval).toEqual(answer.approval);
    const { body } = await server.http<ApprovalAnswer>('GET', `/api/approvals/${second.id}`);
    expect(body.approval).toEqual(answer.approval);
    const rows = await server.audit(`approval_id=${second.id}&kind=decision`);
    expect(rows).toContainEqual(expect.objectContaining({ door: 'ws', target: 'approve' }));
  });

  it('are listed as over HTTP, a page at a time', async () => {
    await connectPc();
    for (const at of [1, 2, 3]) await ask(`echo ${at}`);
    const first = await client.ask('approval.list', { state: 'pending', limit: 2 });
    expect(first.items).toHaveLength(2);
    const { body } = await server.http('GET', '/api/approvals?state=pending&limit=2');
    expect(first).toEqual(body);
    const rest = await client.ask('approval.list', { cursor: first.next_cursor });
    expect(rest.items).toHaveLength(1);
    expect(await client.fail('approval.list', { cursor: 'nonsense' })).toMatchObject({
      ...{ code: 'VALIDATION_ERROR', details: { code: 'validation' } },
    });
  });

  it('need the right to decide, and the call that was shown', async () => {
    await connectPc();
    const { id, call_sha256 } = await ask('echo 1');
    const approve = { id, decision: 'approve', call_sha256 };
    const wrong = { ...approve, call_sha256: '0'.repeat(64) };
    expect(await client.fail('approval.decide', wrong)).toMatchObject({
      ...{ code: 'CONFLICT', details: { code: 'hash_mismatch' } },
    });
    const token = await tokenFor({ scope: 'operator' });
    const other = await WsClient.open(server.url, bearer(token));
    expect(await other.fail('approval.decide', approve)).toMatchObject({
      ...{ code: 'FORBIDDEN', details: { code: 'forbidden' } },
    });
    const unknown = { ...approve, id: 'apr_nowhere' };
    expect(await client.fail('approval.decide', unknown)).toMatchObject({ code: 'NOT_FOUND' });
    const denied = await client.ask('approval.decide', { ...approve, decision: 'deny' });
    expect(denied.approval.state).toBe('denied');
    expect(await client.fail('approval.decide', approve)).toMatchObject({
      ...{ code: 'CONFLICT', details: { code: 'already_decided' } },
    });
  });
});

describe('audit.subscribe', () => {
  it('pushes every new row, and those after one that the client has', async () => {
    const begun = await client.ask('audit.subscribe');
    expect(begun.items).toEqual([]);
    await server.enrol('pc1');
    await server.enrol('pc2');
    const rows = (await client.pushes('audit.row', 4)).map(({ row }) => row);
    const stored = (await server.audit('limit=4')).reverse();
    expect(rows).toEqual(stored);
    const again = await WsClient.open(server.url, bearer(server.admin));
    const { items } = await again.ask('audit.subscribe', { after_id: rows[1]?.id });
    expect(items).toEqual(rows.slice(2));
    await server.enrol('pc3');
    const [next] = await again.pushes('audit.row');
    expect(next?.row.seq).toBe((rows.at(-1)?.seq ?? 0) + 1);
  });

  it('says when it does not know the row, or when too many came after it', async () => {
    const unknown = await client.fail('audit.subscribe', { after_id: 'nowhere' });
    expect(unknown).toMatchObject({ code: 'NOT_FOUND' });
    await server.enrol('pc1');
    const [last] = await server.audit('limit=1');
    const { log } = server.get(AuditStore);
    const row = { kind: 'login', actor: { kind: 'system', id: 'kenny', name: 'kenny' } } as const;
    for (let at = 0; at < WS_LIMITS.replayRows; at += 1)
      log.record({ ...row, door: 'http', ok: true });
    await log.flush();
    const { items } = await client.ask('audit.subscribe', { after_id: last?.id });
    expect(items).toHaveLength(WS_LIMITS.replayRows);
    log.record({ ...row, door: 'http', ok: true });
    await log.flush();
    expect(await client.fail('audit.subscribe', { after_id: last?.id })).toMatchObject({
      ...{ code: 'BAD_REQUEST', details: { code: 'too_large' } },
    });
  });

  it('says so as well when they are few and large', async () => {
    await server.enrol('pc1');
    const [last] = await server.audit('limit=1');
    const { log } = server.get(AuditStore);
    const row = { kind: 'call', actor: { kind: 'system', id: 'kenny', name: 'kenny' } } as const;
    const args = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, 'x'.repeat(16_000)]));
    for (let bytes = 0; bytes < CAPS.httpPageBytes; bytes += 64_000)
      log.record({ ...row, door: 'http', ok: true, args });
    await log.flush();
    expect(await client.fail('audit.subscribe', { after_id: last?.id })).toMatchObject({
      details: { code: 'too_large' },
    });
  });
});

describe('unsubscribe', () => {
  it('ends one topic and leaves the others', async () => {
    await connectPc();
    await client.ask('fleet.subscribe');
    await client.ask('approval.subscribe');
    expect(await client.ask('unsubscribe', { topic: 'fleet' })).toEqual({ topic: 'fleet' });
    const approval = await ask('echo 1');
    await connectPc('pc2');
    await coalesced();
    expect((await client.pushes('approval.changed'))[0]?.approval).toEqual(approval);
    await client.ask('unsubscribe', { topic: 'fleet' });
    expect(client.events('fleet.patch')).toEqual([]);
  });
});

describe('who may see what', () => {
  it('a token for some PCs sees only those, in every topic', async () => {
    await connectPc('pc1');
    await connectPc('pc2');
    const token = await tokenFor({ scope: 'operator', agents: ['pc2', 'pc3'] });
    const limited = await WsClient.open(server.url, bearer(token));
    const whole = client;
    const [shown] = [await limited.ask('fleet.subscribe'), await whole.ask('fleet.subscribe')];
    expect(shown.fleet.agents.map(({ agent_id }) => agent_id)).toEqual(['pc2']);
    for (const each of [limited, whole]) {
      await each.ask('approval.subscribe');
      await each.ask('audit.subscribe');
    }
    await ask('echo 1', 'pc1');
    await ask('echo 2', 'pc2');
    await server.enrol('pc3');
    await coalesced();
    await whole.pushes('approval.changed', 2);
    await whole.pushes('fleet.patch');
    const [patch] = await limited.pushes('fleet.patch');
    expect(patch?.agents.map(({ agent_id }) => agent_id)).toEqual(['pc2', 'pc3']);
    expect(patch?.counts).toMatchObject({ unknown: 2 });
    const mine = await limited.pushes('approval.changed');
    expect(mine.map(({ approval }) => approval.agent_id)).toEqual(['pc2']);
    await limited.ask('unsubscribe', { topic: 'audit' });
    const seen = limited.events('audit.row');
    expect(new Set(seen.map(({ row }) => row.agent_id))).toEqual(new Set(['pc2', 'pc3']));
    expect(seen.map(({ seq }) => seq - (seen[0]?.seq ?? 0))).toEqual(seen.map((_, at) => at));
    const hidden = (await server.audit('agent_id=pc1'))[0]?.id;
    expect(await limited.fail('audit.subscribe', { after_id: hidden })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('a viewer watches, and decides nothing', async () => {
    const viewer = await WsClient.open(server.url, bearer(await tokenFor({ scope: 'viewer' })));
    await viewer.ask('fleet.subscribe');
    await viewer.ask('audit.subscribe');
    for (const action of ['approval.subscribe', 'approval.list']) {
      expect(await viewer.fail(action)).toMatchObject({
        ...{ code: 'FORBIDDEN', details: { code: 'forbidden' } },
      });
    }
  });
});

describe('the end of a socket', () => {
  it('comes with the end of its token', async () => {
    const token = await tokenFor({ scope: 'viewer' });
    const other = await WsClient.open(server.url, bearer(token));
    await other.ask('fleet.subscribe');
    const { body } = await server.http<{ items: { id: string; scope: string }[] }>(
      'GET',
      '/api/tokens',
    );
    const { id } = body.items.find(({ scope }) => scope === 'viewer') ?? {};
    await server.http('DELETE', `/api/tokens/${id}`);
    expect(await other.closed()).toBe(WS_CLOSE_CODES.accessEnded);
    await client.ask('fleet.subscribe');
  });

  it('comes when a token expires', async () => {
    const expires_at = new Date(clock.now() + 60_000).toISOString();
    const token = await tokenFor({ scope: 'viewer', expires_at });
    const looks = jest.spyOn(server.get(PrincipalResolver), 'stillValid');
    const other = await WsClient.open(server.url, bearer(token));
    await other.ask('fleet.subscribe');
    // The look that a new socket is given reads the database, and may end after that answer.
    await Promise.all(looks.mock.results.map(({ value }) => value as Promise<boolean>));
    // No timer runs: it is the request that finds out.
    clock.jump(61_000);
    expect(await other.fail('fleet.subscribe')).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await other.closed()).toBe(WS_CLOSE_CODES.accessEnded);
  });

  it('comes when the server stops', async () => {
    const dir = newDir();
    const stopping = await AServer.start({ dataDir: dir });
    const other = await WsClient.open(stopping.url, bearer(stopping.admin));
    await stopping.stop();
    expect(await other.closed()).toBe(WS_CLOSE_CODES.stopping);
  });
});
