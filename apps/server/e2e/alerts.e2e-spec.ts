import {
  API_PATHS,
  type AlertChoices,
  type AlertList,
  type ApprovalAnswer,
  type ToolResultView,
} from '@kenny/contract';
import { ALL_REMEDIES } from '@kenny/health';
import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { aTelemetry, FakeClock, type FakeAgent } from '@kenny/testing';
import { AgentsService } from '../src/auth/index.js';
import { EventBus } from '../src/kernel/index.js';
import { AlertStateEntity } from '../src/alerts/entities.js';
import { AlertsModule } from '../src/alerts/index.js';
import { Reads } from '../src/database/index.js';
import { Sender } from '../src/alerts/sender.js';
import { AServer } from '../test/a-server.js';
import { HttpPeer, MailPeer, type Received } from '../test/alert-peers.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const LOOPBACK = ['127.0.0.1'];

describe('what people hear of while they are not here', () => {
  let dataDir: string;
  let clock: FakeClock;
  let server: AServer;
  let peer: HttpPeer;
  beforeEach(async () => {
    dataDir = newDir();
    clock = new FakeClock();
    peer = await HttpPeer.start();
    server = await AServer.start({ dataDir, clock });
  });
  afterEach(async () => {
    await server.stop();
    await peer.stop();
  });

  const post = <T = { id: string }>(path: string, body: object) =>
    server.http<T>('POST', path, body);
  async function channel(body: object): Promise<string> {
    const { status, body: view } = await post(API_PATHS.alertChannels, {
      ...{ name: 'Phone', allowed_addresses: LOOPBACK, ...body },
    });
    expect(status).toBe(201);
    return view.id;
  }
  async function choose(change: Partial<AlertChoices>): Promise<void> {
    const path = API_PATHS.alertChoices;
    const { body } = await server.http<AlertChoices>('GET', path);
    const answer = await server.http('PUT', path, { ...body, time_zone: 'UTC', ...change });
    expect(answer.status).toBe(200);
  }
  async function ntfy(change: Partial<AlertChoices> = {}): Promise<string> {
    const channel_id = await channel({ kind: 'ntfy', url: peer.url, secret: 'tk_abc' });
    await choose({ channels: [{ channel_id, address: 'kenny-anna' }], ...change });
    return channel_id;
  }
  const listed = async () => {
    await server.get(Sender).idle();
    return (await server.http<AlertList>('GET', API_PATHS.alerts)).body.items;
  };
  /** By a look of its own: a tick that met the server at work was left out, and none may follow. */
  async function arrived(): Promise<Received> {
    const inbox: Received[] = [];
    void peer.next().then((message) => inbox.push(message));
    for (;;) {
      const [message] = inbox;
      if (message) return message;
      await server.get(AlertsModule).wake();
    }
  }
  const said = async () => JSON.parse((await arrived()).body) as Record<string, unknown>;

  async function reports(pc: FakeAgent, percent_used: number): Promise<void> {
    const stored = server.nextEvent('telemetry.stored');
    const volume = { mount: 'C:', total_bytes: 500, free_bytes: 5, percent_used };
    pc.send(
      aTelemetry('pc1')
        .with('disk', { volumes: [volume] })
        .frame(),
    );
    await stored;
  }

  it('is a check that got worse and stayed so, and then that it is fine again', async () => {
    await ntfy();
    const pc = await server.connected('pc1');
    await reports(pc, 97);
    expect(peer.inbox.all).toEqual([]);
    await clock.advanceAsync(6 * MINUTE_MS);
    const first = await said();
    expect(first).toMatchObject({
      ...{
        topic: 'kenny-anna',
        priority: 5,
        click: expect.stringMatching(/\/fleet\/pc1$/) as string,
      },
      title: expect.stringMatching(/^pc1: .* is critical$/) as string,
    });
    await reports(await server.connect('pc1'), 30);
    await clock.advanceAsync(16 * MINUTE_MS);
    expect(await said()).toMatchObject({
      title: expect.stringMatching(/is fine again$/) as string,
    });
    expect(await listed()).toMatchObject([
      {
        kind: 'health',
        deliveries: [{ state: 'sent', answer: expect.stringMatching(/^200 /) as string }],
      },
      { kind: 'health', severity: 'crit', agent_id: 'pc1', page: '/fleet/pc1' },
    ]);
  });

  it('is an approval that nobody decides for two minutes, with no word of its arguments', async () => {
    await ntfy();
    await server.connected('pc1');
    const call = { agent_id: 'pc1', args: { command: 'echo s3cret', timeout_s: 5 } };
    const asked = await post<ToolResultView>(API_PATHS.tool('shell_exec'), call);
    expect(asked.status).toBe(202);
    await clock.advanceAsync(3 * MINUTE_MS);
    const { body, headers } = await arrived();
    expect(headers.authorization).toBe('Bearer tk_abc');
    expect(body).toContain('waits for approval');
    expect(body).not.toContain('s3cret');
    expect(JSON.parse(body)).toMatchObject({
      click: expect.stringMatching(/\/approvals\/[^/]+$/) as string,
    });
  });

  it('calls what it is about like the fix of ours, where it is one', async () => {
    await ntfy();
    await server.connected('pc1', { meta: { os: 'windows' } });
    const fix = ALL_REMEDIES.find(({ os, choose }) => os === 'windows' && !choose);
    if (!fix) throw new Error('kenny has no fix for Windows');
    const { tool, args } = fix;
    const asked = await post<ApprovalAnswer>(API_PATHS.tool(tool), { agent_id: 'pc1', args });
    expect(asked).toMatchObject({ status: 202, body: { approval: { fix: fix.title } } });
    await clock.advanceAsync(3 * MINUTE_MS);
    expect((await arrived()).body).toContain(`${fix.title} waits for approval`);
  });

  it('is a PC that has been offline for as long as somebody chose, and its return', async () => {
    await ntfy({ away_hours: 1, quiet: false });
    const pc = await server.connected('pc1');
    const gone = server.nextEvent('agent.offline');
    await pc.terminate();
    await gone;
    await clock.advanceAsync(HOUR_MS + 2 * MINUTE_MS);
    expect(await said()).toMatchObject({ title: 'pc1 has been offline for 1 h' });
    await server.connect('pc1');
    await clock.advanceAsync(2 * MINUTE_MS);
    expect(await said()).toMatchObject({ title: 'pc1 is back' });
  });

  it('is what the safety check refused, at once', async () => {
    await ntfy();
    await server.connected('pc1');
    const call = {
      agent_id: 'pc1',
      args: { command: 'rm -rf / --no-preserve-root', timeout_s: 5 },
    };
    expect((await post(API_PATHS.tool('shell_exec'), call)).status).toBe(403);
    expect(await said()).toMatchObject({ title: 'pc1: Blocked by the safety check' });
  });

  it('is kept through a restart, and goes again with the same id until it has arrived', async () => {
    await ntfy();
    await server.connected('pc1');
    peer.status = 503;
    const call = {
      agent_id: 'pc1',
      args: { command: 'rm -rf / --no-preserve-root', timeout_s: 5 },
    };
    await post(API_PATHS.tool('shell_exec'), call);
    const first = await arrived();
    await server.stop();
    server = await AServer.start({ dataDir, clock });
    peer.status = 200;
    await clock.advanceAsync(15_000);
    const again = await arrived();
    expect(again.headers['idempotency-key']).toBe(first.headers['idempotency-key']);
    expect(again.body).toBe(first.body);
  });

  it('is a copied agent, an update that came back, and logins that failed', async () => {
    await ntfy({ quiet: false });
    await server.connected('pc1');
    const events = server.get(EventBus);
    const { agent_uid } = server.get(AgentsService).get('pc1') ?? { agent_uid: '' };
    const pc = { agent_id: 'pc1', agent_uid };
    events.emit('agent.cloned', { ...pc, addresses: ['203.0.113.1', '203.0.113.2'], at: 1 });
    expect(await said()).toMatchObject({ title: 'pc1: PC copied or reinstalled', priority: 5 });
    const message = 'the update to 0.9.0 was rolled back: it did not reach the server';
    const frame = {
      type: 'log',
      agent_id: 'pc1',
      at: '',
      level: 'error',
      target: 'update',
      message,
    } as const;
    events.emit('log.received', { ...pc, frame, bytes: 200, at: 2 });
    expect(await said()).toMatchObject({
      title: 'pc1: Update rolled back',
      message: expect.stringContaining('0.9.0 was rolled back') as string,
    });
    const wrong = Array.from({ length: 5 }, () =>
      server.http('POST', API_PATHS.login, { token: 'kny_wrong' }, null),
    );
    let waiting = true;
    const refused = Promise.all(wrong).finally(() => (waiting = false));
    // A refusal takes time by the clock, from when its request has come.
    while (waiting) await clock.advanceAsync(1_000);
    await refused;
    expect(await said()).toMatchObject({
      title: expect.stringMatching(/^Failed logins, [5-9] times$/) as string,
    });
  });

  it('does not go to a channel that was removed, and the rest can still be chosen', async () => {
    const channel_id = await ntfy({ quiet: false });
    await server.http('DELETE', API_PATHS.alertChannel(channel_id));
    const { body } = await server.http<AlertChoices>('GET', API_PATHS.alertChoices);
    expect(body.channels).toEqual([]);
    await choose({ tags: ['family'] });
  });

  it('takes no quiet hours that end when they begin: never, or all day?', async () => {
    const { body } = await server.http<AlertChoices>('GET', API_PATHS.alertChoices);
    const same = { ...body, quiet: true, quiet_from: '21:30', quiet_to: '21:30' };
    const answer = await server.http('PUT', API_PATHS.alertChoices, same);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'validation' } } });
    expect(JSON.stringify(answer.body)).toContain('quiet_to');
    await choose({ ...same, quiet: false });
  });

  it('is nothing of a PC that was removed', async () => {
    await ntfy();
    const pc = await server.connected('pc1');
    await reports(pc, 97);
    await server.get(AlertsModule).wake();
    expect(await server.get(Reads).manager.countBy(AlertStateEntity, {})).toBe(1);
    await server.http('DELETE', API_PATHS.agent('pc1'));
    await clock.advanceAsync(6 * MINUTE_MS);
    await server.get(AlertsModule).wake();
    expect(await server.get(Reads).manager.countBy(AlertStateEntity, {})).toBe(0);
    expect(await listed()).toEqual([]);
  });

  it('follows no redirect', async () => {
    const channel_id = await ntfy();
    peer.status = 307;
    peer.location = `${peer.url}/elsewhere`;
    const place = { channel_id, address: 'kenny-anna' };
    const tested = await post(API_PATHS.alertTest, place);
    expect(tested.body).toMatchObject({
      ...{ state: 'waiting', answer: expect.stringContaining('not followed') as string },
    });
    expect(peer.inbox.all).toHaveLength(1);
  });

  it('goes to no address of the own network that no admin has named', async () => {
    const channel_id = await channel({ kind: 'ntfy', url: peer.url, allowed_addresses: [] });
    const tested = await post(API_PATHS.alertTest, { channel_id, address: 'kenny-anna' });
    expect(tested.body).toMatchObject({
      answer: expect.stringContaining('not on the public internet') as string,
    });
    expect(peer.inbox.all).toEqual([]);
  });

  it('comes by mail, as text and HTML, with its id', async () => {
    const mail = await MailPeer.start({ login: ['kenny', 'pw-1234'] });
    const channel_id = await channel({
      ...{ kind: 'mail', host: '127.0.0.1', port: mail.port, security: 'none' },
      ...{ user: 'kenny', secret: 'pw-1234', from: 'kenny@example.org' },
    });
    const place = { channel_id, address: 'anna@example.org' };
    const tested = await post(API_PATHS.alertTest, place);
    expect(tested.body).toMatchObject({
      state: 'sent',
      answer: expect.stringMatching(/^250/) as string,
    });
    const { from, to, source } = await mail.next();
    expect({ from, to }).toEqual({ from: 'kenny@example.org', to: ['anna@example.org'] });
    expect(source).toContain(`Message-ID: <${tested.body.id}@example.org>`);
    expect(source).toContain('Content-Type: text/plain');
    expect(source).toContain('Content-Type: text/html');
    await mail.stop();
  });
});

describe('channels of the server', () => {
  let server: AServer;
  beforeAll(async () => {
    server = await AServer.start({ dataDir: newDir() });
  });
  afterAll(() => server.stop());
  const path = API_PATHS.alertChannels;
  const NTFY = {
    kind: 'ntfy',
    name: 'Phone',
    url: 'https://ntfy.example.org',
    secret: 'tk_secret',
  };

  it('never tell their secret: not to admins, not in the audit log', async () => {
    const added = await server.http<{ id: string }>('POST', path, NTFY);
    expect(added.body).toMatchObject({ settings: { secret_stored: true } });
    const one = API_PATHS.alertChannel(added.body.id);
    const { secret: _, ...without } = NTFY;
    const renamed = await server.http('PUT', one, { ...without, name: 'Phones' });
    expect(renamed.body).toMatchObject({ name: 'Phones', settings: { secret_stored: true } });
    const moved = await server.http('PUT', one, { ...without, url: 'https://other.example.org' });
    expect(moved.body).toMatchObject({ settings: { secret_stored: false } });
    const all = [added, renamed, moved, await server.http('GET', path)];
    const rows = await server.audit('kind=setting');
    expect(JSON.stringify([...all.map(({ body }) => body), rows])).not.toContain('tk_secret');
    expect(rows.map(({ args }) => args?.['action'])).toEqual(['change', 'change', 'add']);
    expect((await server.http('DELETE', one)).status).toBe(204);
  });

  it.each([
    ['no address', { url: undefined }],
    ['another scheme', { url: 'file:///etc/passwd' }],
    ['a login in it', { url: 'https://a:b@ntfy.example.org' }],
    ['a name in place of an IP address', { allowed_addresses: ['nas'] }],
    ['a kind that needs a secret without one', { kind: 'gotify', secret: undefined }],
  ])('are refused with %s', async (_what, change) => {
    const answer = await server.http('POST', path, { ...NTFY, ...change });
    expect(answer.status).toBe(400);
  });

  it('are the business of admins; others see only what there is', async () => {
    const minted = await server.http<{ token: string }>('POST', API_PATHS.tokens, {
      ...{ name: 'Bert', scope: 'operator', operator: { id: 'bert', name: 'Bert' } },
    });
    const { token } = minted.body;
    expect((await server.http('POST', path, NTFY, token)).status).toBe(403);
    await server.http('POST', path, NTFY);
    const seen = await server.http<{ items: object[] }>('GET', path, undefined, token);
    expect(seen.body.items).toEqual([
      {
        id: expect.any(String) as string,
        kind: 'ntfy',
        name: 'Phone',
        trouble: null,
        last_at: null,
      },
    ]);
  });
});
