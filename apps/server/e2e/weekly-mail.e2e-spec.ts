import {
  ALERT_KIND_NAMES,
  API_PATHS,
  type AlertChoices,
  type ApprovalView,
  type CreatedToken,
  type ToolResultView,
} from '@kenny/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { aTelemetry, FakeClock } from '@kenny/testing';
import { AlertsModule } from '../src/alerts/index.js';
import { Sender } from '../src/alerts/sender.js';
import { Weekly } from '../src/alerts/weekly/weekly.js';
import { MailPeer, type ReceivedMail } from '../test/alert-peers.js';
import { addChannel, choose } from '../test/alert-world.js';
import { AServer } from '../test/a-server.js';
import { headersIn, mailParts } from '../test/mail-parts.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
/** Sunday 7 June 2026, two minutes before the mail. */
const BEFORE = Date.UTC(2026, 5, 7, 8, 58);
const HOSTILE = '</td><img src=x onerror=alert(1)>';
const SECRET = 's3cret-argument';
const OUTPUT = { stdout: 's3cret-argument', stderr: '', exit_code: 0 };

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Content ids of its pictures. */
  readonly pictures: readonly string[];
}

function mailOf({ to, source }: ReceivedMail): Mail {
  const subject = headersIn(source.slice(0, source.indexOf('\r\n\r\n'))).get('subject') ?? '';
  const parts = mailParts(source);
  const read = (type: string) => parts.find((part) => part.type === type)?.body.toString() ?? '';
  const pictures = parts.flatMap(({ type, headers, body }) => {
    if (type !== 'image/png') return [];
    expect(body.subarray(1, 4).toString()).toBe('PNG');
    expect(headers.get('content-disposition')).toMatch(/^inline/);
    return [/^<(.+)>$/.exec(headers.get('content-id') ?? '')?.[1] ?? ''];
  });
  return { to, subject, text: read('text/plain'), html: read('text/html'), pictures };
}

describe('the mail of the week', () => {
  let dataDir: string;
  let clock: FakeClock;
  let server: AServer;
  let peer: MailPeer;
  let channel_id: string;
  beforeEach(async () => {
    dataDir = newDir();
    clock = new FakeClock({ now: BEFORE });
    peer = await MailPeer.start();
    server = await AServer.start({ dataDir, clock });
    const smtp = { host: '127.0.0.1', port: peer.port, security: 'none' };
    channel_id = await addChannel(server, { kind: 'mail', ...smtp, from: 'kenny@example.org' });
  });
  afterEach(async () => {
    await server.stop();
    await peer.stop();
  });

  const weekly = (change: Partial<AlertChoices> = {}): Promise<void> =>
    choose(server, {
      channels: [{ channel_id, address: 'anna@example.org' }],
      muted: ALERT_KIND_NAMES,
      ...{ weekly: true, weekly_day: 'sunday', weekly_at: '09:00', ...change },
    });
  async function look(): Promise<Mail[]> {
    await server.get(Weekly).run(clock.now());
    await server.get(AlertsModule).wake();
    await server.get(Sender).idle();
    return peer.inbox.all.map(mailOf);
  }
  async function reports(id: string, percent_used: number, mount = 'C:'): Promise<void> {
    const pc = await server.connected(id, { handlers: { shell_exec: () => OUTPUT } });
    const stored = server.nextEvent('telemetry.stored');
    const volume = { mount, total_bytes: 500, free_bytes: 5, percent_used };
    pc.send(
      aTelemetry(id)
        .with('disk', { volumes: [volume] })
        .frame(),
    );
    await stored;
  }
  async function change(id: string, words: object): Promise<void> {
    const answer = await server.http('PATCH', API_PATHS.agent(id), words);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  async function decided(agent_id: string, decision: 'approve' | 'deny'): Promise<void> {
    const args = { command: `echo ${SECRET}`, timeout_s: 5 };
    const asked = await server.http<ToolResultView & { approval: ApprovalView }>(
      ...(['POST', API_PATHS.tool('shell_exec'), { agent_id, args }] as const),
    );
    const { id, call_sha256 } = asked.body.approval;
    const path = `${API_PATHS.approval(id)}?wait=10`;
    expect((await server.http('POST', path, { decision, call_sha256 })).status).toBe(200);
  }

  /** Bert looks after pc1 alone. */
  async function bertChooses(change: Partial<AlertChoices>): Promise<void> {
    const { body } = await server.http<CreatedToken>('POST', API_PATHS.tokens, {
      ...{ name: 'Bert', scope: 'operator', agents: ['pc1'] },
      operator: { id: 'bert', name: 'Bert' },
    });
    const own = await server.http('GET', API_PATHS.alertChoices, undefined, body.token);
    const channels = [{ channel_id, address: 'bert@example.org' }];
    const choices = { ...own.body, time_zone: 'UTC', weekly: true, channels, ...change };
    const answer = await server.http('PUT', API_PATHS.alertChoices, choices, body.token);
    expect(answer.status).toBe(200);
  }

  it('reads like Today: a sentence, three pictures, what was done by whom, two links', async () => {
    await weekly();
    await reports('pc1', 97);
    await reports('pc2', 30);
    await decided('pc1', 'approve');
    await decided('pc2', 'deny');
    expect(await look()).toEqual([]);
    await clock.advanceAsync(3 * MINUTE_MS);
    const [mail] = await look();
    if (!mail) throw new Error('no mail');
    expect(mail).toMatchObject({
      ...{ to: ['anna@example.org'], subject: 'Your PCs this week: 1 needs attention' },
    });
    for (const words of [mail.text, mail.html]) {
      expect(words).toContain('One PC needs attention. The other one is fine.');
      expect(words).toContain('1 critical, 1 OK');
      expect(words).toContain('pc1: Disk, critical');
      expect(words).toContain('97% pc1, C:');
      expect(words).toContain('Sun 1');
      expect(words).toMatch(/denied “.+” on pc2, Sun 08:58[\r<]/);
      expect(words).toMatch(/approved “.+” on pc1, Sun 08:58: done[\r<]/);
      expect(words).toMatch(/\/today/);
      expect(words).toMatch(/\/audit\?range=week/);
      expect(words).not.toContain(SECRET);
    }
    expect(mail.pictures).toHaveLength(3);
    expect([...mail.html.matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => cid)).toEqual(
      mail.pictures,
    );
    expect(mail.html.match(/<img/g)).toHaveLength(3);
    expect(mail.html.match(/alt="[^"]+"/g)).toHaveLength(3);
  });

  it('comes once, through restarts and clocks that jump, and up to two days late', async () => {
    await weekly();
    await server.enrol('pc1');
    await server.stop();
    clock.jump(DAY_MS + HOUR_MS);
    server = await AServer.start({ dataDir, clock });
    expect(await look()).toHaveLength(1);
    await server.stop();
    clock.jump(-DAY_MS);
    server = await AServer.start({ dataDir, clock });
    expect(await look()).toHaveLength(1);
    clock.jump(4 * DAY_MS);
    expect(await look()).toHaveLength(1);
    clock.jump(3 * DAY_MS);
    expect(await look()).toHaveLength(2);
  });

  it('waits with its id for a mail server that is away', async () => {
    await weekly();
    await server.enrol('pc1');
    peer.refusal = { code: 451, message: 'try later' };
    await clock.advanceAsync(3 * MINUTE_MS);
    expect(await look()).toEqual([]);
    peer.refusal = undefined;
    await clock.advanceAsync(10 * MINUTE_MS);
    expect((await look()).map(({ subject }) => subject)).toEqual([
      'Your PC this week: 1 not connected yet',
    ]);
  });

  it('is not for those who did not choose it, who have no mail, or who have no PC', async () => {
    await server.enrol('pc1');
    await weekly({ weekly: false });
    clock.jump(3 * MINUTE_MS);
    expect(await look()).toEqual([]);
    const phone = await addChannel(server, { kind: 'ntfy', url: 'https://ntfy.example.org' });
    clock.jump(6 * DAY_MS);
    await weekly({ channels: [{ channel_id: phone, address: 'topic' }] });
    clock.jump(DAY_MS);
    expect(await look()).toEqual([]);
    await server.http('DELETE', API_PATHS.agent('pc1'));
    await weekly();
    clock.jump(7 * DAY_MS);
    expect(await look()).toEqual([]);
  });

  it('tells somebody with few PCs of these alone, and shows hostile names as text', async () => {
    await reports('pc1', 97, `\u202e\u0007${HOSTILE}`);
    await reports('secret-pc', 99);
    await change('pc1', { name: HOSTILE });
    await decided('secret-pc', 'deny');
    await decided('pc1', 'deny');
    await bertChooses({});
    clock.jump(3 * MINUTE_MS);
    const [mail] = await look();
    expect(mail?.to).toEqual(['bert@example.org']);
    expect(mail?.subject).toBe('Your PC this week: 1 needs attention');
    const words = `${mail?.text}${mail?.html}`;
    expect(words).not.toContain('secret-pc');
    expect(words).not.toContain('99%');
    // eslint-disable-next-line no-control-regex -- they must not be there
    expect(words).not.toMatch(/[\u0000-\u0009\u000b\u202e]/);
    expect(mail?.html).not.toContain('<img src=x');
    expect(mail?.html).toContain('&lt;img src=x');
    expect(mail?.text).toMatch(/denied “.+” on <\/td><img/);
  });

  it('goes to owners about their own PCs once somebody wants that, with no link', async () => {
    await reports('mums', 97);
    await reports('dads', 30);
    await reports('nobodys', 30);
    const contact = '030 1234567, Mum@example.org';
    await change('mums', { owner: 'Mum', contact });
    await change('dads', { owner: 'Dad', contact: 'ring at the door' });
    await change('nobodys', { contact: 'anna@example.org' });
    await weekly();
    clock.jump(3 * MINUTE_MS);
    expect((await look()).map(({ to }) => to)).toEqual([['anna@example.org']]);
    clock.jump(DAY_MS);
    await weekly({ weekly_owners: true });
    clock.jump(6 * DAY_MS);
    await decided('mums', 'deny');
    await decided('dads', 'deny');
    const mails = await look();
    expect(mails).toHaveLength(3);
    const mums = mails.find(({ to }) => to.includes('Mum@example.org'));
    expect(mums?.subject).toBe('Your PC this week: 1 needs attention');
    const words = `${mums?.text}${mums?.html}`;
    expect(words).toContain('kenny is looked after by');
    expect(words).toContain('on mums');
    expect(words).not.toMatch(/dads|nobodys|https?:|href/);
    expect(await look()).toHaveLength(3);
  });

  it('comes to an owner once, of all their PCs, however many people look after these', async () => {
    for (const id of ['pc1', 'pc2', 'pc3']) await server.enrol(id);
    await change('pc1', { contact: 'mum@example.org' });
    await change('pc2', { contact: 'MUM@example.org' });
    await change('pc3', { contact: 'mum@example.org' });
    await weekly({ weekly_owners: true, agents: ['pc2'] });
    await bertChooses({ weekly_owners: true });
    clock.jump(3 * MINUTE_MS);
    await look();
    const mails = await look();
    expect(mails).toHaveLength(3);
    const owners = mails.filter(({ to }) => /^mum@/i.test(to.join()));
    expect(owners.map(({ subject }) => subject)).toEqual([
      'Your PCs this week: 2 not connected yet',
    ]);
    expect(owners[0]?.text).toMatch(/looked after by (admin and Bert|Bert and admin)\./);
  });
});
