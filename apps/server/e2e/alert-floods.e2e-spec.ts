import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { AlertsModule } from '../src/alerts/index.js';
import { FactLog } from '../src/alerts/fact-log.js';
import type { Fact } from '../src/alerts/rules/fact.js';
import { Sender } from '../src/alerts/sender.js';
import { Writer } from '../src/database/index.js';
import { AServer } from '../test/a-server.js';
import { HttpPeer } from '../test/alert-peers.js';
import { addChannel, choose, storePcs, toldOf } from '../test/alert-world.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();

describe('alerts that are many, or whose channel is away', () => {
  let dataDir: string;
  let clock: FakeClock;
  let server: AServer;
  let peer: HttpPeer;
  beforeEach(async () => {
    dataDir = newDir();
    clock = new FakeClock();
    peer = await HttpPeer.start();
    server = await AServer.start({ dataDir, clock });
    const channel_id = await addChannel(server, { kind: 'ntfy', url: peer.url });
    await choose(server, { channels: [{ channel_id, address: 'kenny' }], away_hours: 168 });
  });
  afterEach(async () => {
    await server.stop();
    await peer.stop();
  });

  async function withPcs(count: number, awayMs = 0): Promise<void> {
    await storePcs(server, count, clock.now() - awayMs);
    await server.stop();
    server = await AServer.start({ dataDir, clock });
  }
  const title = ({ body }: { readonly body: string }) =>
    (JSON.parse(body) as { title: string }).title;
  const hits = (...pcs: readonly number[]): Fact[] =>
    pcs.map((pc) => ({
      ...{ name: 'burst', kind: 'guard_hit', count: 1, detail: 'somebody asked' },
      subject: { agent_uid: `uid-pc${pc}`, agent_id: `pc${pc}` },
    }));
  const happens = (facts: readonly Fact[]) =>
    server.get(Writer).write((tx) => server.get(FactLog).note(tx, facts));
  async function passes(ms: number, step = 5 * SECOND_MS): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      await clock.advanceAsync(step);
      await settled();
    }
  }
  async function settled(): Promise<void> {
    await server.get(AlertsModule).wake();
    await server.get(Sender).idle();
  }

  it('are one digest when 2,000 PCs go away at once', async () => {
    await withPcs(2_000, 169 * HOUR_MS);
    await clock.advanceAsync(16 * MINUTE_MS);
    await settled();
    const first = await peer.next();
    expect(title(first)).toBe('2000 alerts');
    expect(first.body).toContain('PC offline or back: 2000');
    expect(first.body.length).toBeLessThan(2_000);
    await passes(2 * MINUTE_MS);
    expect(peer.inbox.all).toHaveLength(1);
    const told = await toldOf(server);
    expect(told).toHaveLength(100);
    expect(told[0]?.deliveries).toMatchObject([{ state: 'in_digest', attempts: 1 }]);
  });

  it('are at most twenty in a minute, then one digest', async () => {
    await withPcs(40);
    for (let pc = 0; pc < 30; pc += 1) {
      await happens(hits(pc));
      await clock.advanceAsync(100);
      await settled();
    }
    await passes(10 * SECOND_MS);
    const titles = peer.inbox.all.map(title);
    const singles = titles.filter((one) => one.endsWith('safety check')).length;
    expect(singles).toBeLessThanOrEqual(20);
    expect(singles).toBeGreaterThan(15);
    expect(titles.filter((one) => one.endsWith('alerts')).length).toBe(1);
    await passes(2 * MINUTE_MS);
    const all = peer.inbox.all.map(title);
    const inDigests = all.flatMap((one) => Number(/^(\d+) alerts$/.exec(one)?.[1] ?? 0));
    const singly = all.filter((one) => one.endsWith('safety check')).length;
    expect(singly + inDigests.reduce((sum, count) => sum + count, 0)).toBe(30);
  });

  it('wait for a channel that is down for an hour, and none is lost or twice', async () => {
    await withPcs(5);
    peer.status = 503;
    await happens(hits(0));
    const first = await peer.next();
    for (const pc of [1, 2, 3]) await happens(hits(pc));
    await passes(HOUR_MS, MINUTE_MS / 2);
    const id = first.headers['idempotency-key'];
    const tries = peer.inbox.all.length;
    expect(tries).toBeGreaterThan(8);
    expect(tries).toBeLessThan(14);
    expect(new Set(peer.inbox.all.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([id]),
    );
    peer.status = 200;
    await passes(HOUR_MS, MINUTE_MS / 2);
    const arrived = peer.inbox.all.slice(tries);
    expect(arrived.map(title).sort()).toEqual(
      [0, 1, 2, 3].map((pc) => `pc${pc}: Blocked by the safety check`),
    );
    expect(arrived[0]?.headers['idempotency-key']).toBe(id);
    expect((await toldOf(server)).map(({ deliveries }) => deliveries[0]?.state)).toEqual(
      Array(4).fill('sent'),
    );
  });

  it('are shown as failed after a day, with what the other end said', async () => {
    await withPcs(1);
    peer.status = 401;
    await happens(hits(0));
    await peer.next();
    await settled();
    clock.jump(25 * HOUR_MS);
    await passes(5 * SECOND_MS);
    expect(await toldOf(server)).toMatchObject([
      {
        kind: 'guard_hit',
        deliveries: [{ state: 'failed', answer: expect.stringMatching(/^401/) as string }],
      },
    ]);
  });

  it('are given up at once where trying again would not help', async () => {
    await withPcs(1);
    peer.status = 413;
    await happens(hits(0));
    await peer.next();
    expect(await toldOf(server)).toMatchObject([
      { deliveries: [{ state: 'failed', attempts: 1 }] },
    ]);
  });
});
