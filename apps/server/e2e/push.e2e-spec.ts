import {
  API_PATHS,
  PUSH_CHANNEL,
  SERVER_FILES,
  type AlertList,
  type ApprovalAnswer,
  type ApprovalView,
  type AlertDeliveryView,
  type CreatedToken,
} from '@kenny/contract';
import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { FakeClock, PushService, type PushedMessage } from '@kenny/testing';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AlertsModule } from '../src/alerts/index.js';
import { REMEMBERED_MS } from '../src/auth/access/login-rules.js';
import { FactLog } from '../src/alerts/fact-log.js';
import { Sender } from '../src/alerts/sender.js';
import { partsIn } from '../src/backup/data-folder-parts.js';
import { Writer } from '../src/database/index.js';
import { AServer } from '../test/a-server.js';
import { choose } from '../test/alert-world.js';
import { ABrowser, noteIn, trust } from '../test/push-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();

describe('notifications of browsers', () => {
  let dataDir: string;
  let clock: FakeClock;
  let service: PushService;
  let server: AServer;
  let browser: ABrowser;
  let doubt: () => void;
  beforeEach(async () => {
    dataDir = newDir();
    clock = new FakeClock();
    service = await PushService.start();
    doubt = trust(service);
    const env = { KENNY_PUSH_HOSTS: service.host };
    server = await AServer.start({ dataDir, clock, env });
    browser = await ABrowser.logIn(server);
  });
  afterEach(async () => {
    await server.stop();
    await service.stop();
    doubt();
  });

  async function ask(command = 'echo s3cret', agent_id = 'pc1'): Promise<ApprovalView> {
    const call = { agent_id, args: { command, timeout_s: 5 } };
    const path = API_PATHS.tool('shell_exec');
    const { status, body } = await server.http<ApprovalAnswer>('POST', path, call);
    expect(status).toBe(202);
    return body.approval;
  }
  async function deny({ id, call_sha256 }: ApprovalView): Promise<void> {
    const body = { decision: 'deny', call_sha256 };
    expect((await server.http('POST', API_PATHS.approval(id), body)).status).toBe(200);
  }
  /** What is due was tried. */
  async function tried(): Promise<void> {
    await server.get(AlertsModule).wake();
    await server.get(Sender).idle();
  }
  async function arrived(): Promise<PushedMessage> {
    const inbox: PushedMessage[] = [];
    void service.next().then((message) => inbox.push(message));
    for (;;) {
      const [message] = inbox;
      if (message) return message;
      expect(service.refused).toEqual([]);
      await server.get(AlertsModule).wake();
    }
  }
  const listed = async () =>
    (await server.http<AlertList>('GET', API_PATHS.alerts)).body.items.map(
      ({ kind, deliveries }) => [kind, deliveries.map(({ state, channel }) => [channel, state])],
    );

  it('come at once when an approval waits, padded, with no argument and no name', async () => {
    await browser.subscribed(service);
    await choose(server, { quiet: false });
    await server.connected('pc1');
    const { id, risk } = await ask();
    const message = await arrived();
    expect(noteIn(message)).toEqual({ kind: 'approval_waiting', id, risk, count: 1 });
    expect(message).toMatchObject({ urgency: 'high', topic: id.slice(4).replaceAll('-', '') });
    expect(Buffer.byteLength(message.text)).toBe(512);
    expect(message.ttl).toBe(3_600);
    await server.get(Sender).idle();
    expect(await listed()).toEqual([['approval_waiting', [[PUSH_CHANNEL.name, 'sent']]]]);
  });

  it('name the PC where that was chosen, and are replaced once it is decided', async () => {
    await browser.subscribed(service, true);
    await choose(server, { quiet: false });
    await server.connected('pc1');
    const approval = await ask();
    expect(noteIn(await arrived())).toMatchObject({ pc: 'pc1', count: 1 });
    await deny(approval);
    const { id } = approval;
    const after = await arrived();
    expect(noteIn(after)).toMatchObject({ kind: 'decided', id, count: 0 });
    expect(after.topic).toBe(id.slice(4).replaceAll('-', ''));
    const again = { name: 'decided', id, subject: null } as const;
    await server.get(Writer).write((tx) => server.get(FactLog).note(tx, [again]));
    await tried();
    expect(service.all).toHaveLength(2);
  });

  it('wait for the end of quiet hours, and say nothing of what was decided meanwhile', async () => {
    await browser.subscribed(service);
    await choose(server, { quiet: true, quiet_from: '12:00', quiet_to: '12:30' });
    await server.connected('pc1');
    const [first] = [await ask(), await tried()];
    await deny(first);
    await tried();
    expect(service.all).toEqual([]);
    await clock.advanceAsync(31 * MINUTE_MS);
    await tried();
    expect(service.all).toEqual([]);
  });

  it('bring a request of the night in the morning, with the usual time to decide it', async () => {
    await browser.subscribed(service);
    await choose(server, { quiet: true, quiet_from: '11:00', quiet_to: '20:00' });
    await server.connected('pc1');
    const { id, approve_by } = await ask();
    expect(Date.parse(approve_by)).toBe(Date.UTC(2026, 5, 4, 21));
    await clock.advanceAsync(8 * HOUR_MS);
    const message = await arrived();
    expect(noteIn(message)).toMatchObject({ kind: 'approval_waiting', id });
    expect(message.ttl).toBe(3_600);
  });

  it('are tried again while the service is busy, as long as the approval waits', async () => {
    await browser.subscribed(service);
    await choose(server, { quiet: false });
    await server.connected('pc1');
    service.answers.push(429, 503);
    const { id } = await ask();
    await tried();
    await clock.advanceAsync(6_000);
    await tried();
    expect(service.all).toEqual([]);
    await clock.advanceAsync(11_000);
    expect(noteIn(await arrived()).id).toBe(id);

    service.answers.push(500);
    const late = await ask('echo late');
    await tried();
    await deny(late);
    await clock.advanceAsync(MINUTE_MS);
    await tried();
    expect(service.all.map((one) => noteIn(one)).filter(({ id: of }) => of === late.id)).toEqual([
      expect.objectContaining({ kind: 'decided' }),
    ]);
  });

  it.each([404, 410])('end when the push service answers %d', async (status) => {
    await browser.subscribed(service);
    service.answers.push(status);
    const [{ id } = { id: '' }] = (await browser.list()).items;
    const place = { channel_id: PUSH_CHANNEL.id, address: id };
    const { body } = await browser.http<AlertDeliveryView>('POST', API_PATHS.alertTest, place);
    expect(body).toMatchObject({ state: 'failed' });
    expect((await browser.list()).items).toEqual([]);
  });

  it('are tested from the page, by whose browser it is alone', async () => {
    await browser.subscribed(service);
    const [{ id } = { id: '' }] = (await browser.list()).items;
    const place = { channel_id: PUSH_CHANNEL.id, address: id };
    const { body } = await browser.http<AlertDeliveryView>('POST', API_PATHS.alertTest, place);
    expect(body).toMatchObject({ state: 'sent', channel: PUSH_CHANNEL.name });
    expect(noteIn(await arrived())).toMatchObject({ kind: 'test', count: 0, risk: null });
    const bob = { operator: { id: 'bob', name: 'Bob' }, name: 'b', scope: 'operator' };
    const token = (await server.http<CreatedToken>('POST', '/api/tokens', bob)).body.token;
    const other = await ABrowser.logIn(server, token);
    expect((await other.http('POST', API_PATHS.alertTest, place)).status).toBe(404);
    expect((await other.http('DELETE', API_PATHS.pushBrowser(id))).status).toBe(404);
    expect((await browser.http('DELETE', API_PATHS.pushBrowser(id))).status).toBe(204);
    expect((await browser.list()).items).toEqual([]);
  });

  it('end with a logout, and go on where a login is over by time alone', async () => {
    await browser.subscribed(service);
    expect(await browser.list()).toMatchObject({ items: [{ current: true, names_pcs: false }] });
    await browser.http('POST', API_PATHS.logout);
    browser = await ABrowser.logIn(server);
    expect((await browser.list()).items).toEqual([]);

    await choose(server, { quiet: false });
    await browser.subscribed(service);
    clock.jump(12 * HOUR_MS + MINUTE_MS);
    expect((await browser.http('GET', API_PATHS.pushBrowsers)).status).toBe(401);
    await server.connected('pc1');
    await ask();
    await arrived();

    clock.jump(REMEMBERED_MS);
    await server.connected('pc2');
    await ask('echo', 'pc2');
    await tried();
    expect(service.all).toHaveLength(1);
  });

  it('belong to a browser that is logged in, at a service that is known', async () => {
    const key = (await browser.list()).server_key;
    const keys = service.subscribe(key);
    const body = { ...keys, names_pcs: false };
    expect((await server.http('POST', API_PATHS.pushBrowsers, body)).status).toBe(403);
    const at = (endpoint: string) =>
      browser.http('POST', API_PATHS.pushBrowsers, { ...body, endpoint });
    expect((await at('https://127.0.0.1:1/x')).status).toBe(400);
    expect((await at(keys.endpoint.replace('https', 'http'))).status).toBe(400);
    const wrong = { ...body, auth: 'AAAA' };
    expect((await browser.http('POST', API_PATHS.pushBrowsers, wrong)).status).toBe(400);
    await browser.turnOn(keys);
    await browser.turnOn(keys, true);
    expect((await browser.list()).items).toMatchObject([{ names_pcs: true }]);
  });

  it('go to ten browsers of a person at most', async () => {
    const key = (await browser.list()).server_key;
    for (let one = 0; one < 10; one++) {
      await (await ABrowser.logIn(server)).turnOn(service.subscribe(key));
    }
    const body = { ...service.subscribe(key), names_pcs: false };
    expect((await browser.http('POST', API_PATHS.pushBrowsers, body)).status).toBe(409);
  });

  it('have one key, private, in the backup, and the same after a restart', async () => {
    const { server_key } = await browser.list();
    const file = join(dataDir, SERVER_FILES.pushKey);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(server_key);
    expect(partsIn(dataDir).map(({ name }) => name)).toContain(SERVER_FILES.pushKey);
    await server.stop();
    server = await AServer.start({ dataDir, clock });
    expect((await (await ABrowser.logIn(server)).list()).server_key).toBe(server_key);
  });

  it('are listed once where an approval was told at once and again after two minutes', async () => {
    await browser.subscribed(service);
    await choose(server, { quiet: false });
    await server.connected('pc1');
    await ask();
    await arrived();
    await clock.advanceAsync(3 * MINUTE_MS);
    await tried();
    expect(await listed()).toHaveLength(1);
    expect(service.refused).toEqual([]);
  });
});
