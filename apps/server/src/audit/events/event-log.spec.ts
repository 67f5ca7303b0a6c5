import { CAPS, type LogFrame, type RegisterMeta } from '@kenny/contract';
import { DAY_MS, systemClock } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { FakeClock } from '@kenny/testing';
import { databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { AUDIT_SCHEMA } from '../../../test/audit-world.js';
import { openDatabase, type OpenDatabase } from '../../database/index.js';
import { InProcessEventBus } from '../../kernel/index.js';
import { KennyLogger } from '../../logging/index.js';
import { EventEntity } from './event.entity.js';
import { EventReader } from './event-reader.js';
import {
  EventRecorder,
  MAX_WAITING,
  MAX_WAITING_PER_AGENT,
  type NewEvent,
} from './event-recorder.js';
import { listenForEvents } from './event-sources.js';
import { pruneEventsTask } from './prune-events.task.js';

const tempDir = tempDirs();
const QUIET = { level: 'error', format: 'json', stream: process.stderr } as const;

describe('agent logs and the server log', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  let database: OpenDatabase;
  let recorder: EventRecorder;
  let reader: EventReader;
  beforeEach(async () => {
    database = await openDatabase(databaseIn(tempDir()), AUDIT_SCHEMA, systemClock);
    recorder = new EventRecorder(database.writer);
    reader = new EventReader(database.reads);
  });
  afterEach(() => database.close());

  const anEvent = (change: Partial<NewEvent> = {}): NewEvent => ({
    at: 1_000,
    source: 'agent',
    agent_id: 'pc1',
    level: 'info',
    event: 'log',
    target: 'winlog',
    message: 'hello',
    fields: null,
    ...change,
  });
  const store = async (...events: Partial<NewEvent>[]) => {
    for (const event of events) recorder.add(anEvent(event));
    await recorder.flush();
  };
  const messages = async (filter = {}) =>
    (await reader.list(filter, { limit: 200 })).items.map(({ message }) => message);

  it('ends a page before one answer grows too large, and goes on with the next', async () => {
    const long = 'x'.repeat(60 * 1024);
    await store(...Array.from({ length: 150 }, (_, n) => ({ message: `${n} ${long}` })));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await reader.list({}, { limit: 200, ...(cursor ? { cursor } : {}) });
      expect(JSON.stringify(page.items).length).toBeLessThan(CAPS.httpPageBytes * 1.01);
      seen.push(...page.items.map(({ message }) => message.slice(0, message.indexOf(' '))));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 150 }, (_, n) => `${149 - n}`));
  });

  it('keeps so much of a PC in a day, and says once that the rest is dropped', async () => {
    const events = new InProcessEventBus();
    const clock = new FakeClock();
    const end = listenForEvents(recorder, events, new KennyLogger(QUIET), clock);
    const message = 'x'.repeat(CAPS.logBytes - 1024);
    const frame: LogFrame = {
      ...{ type: 'log', agent_id: 'pc1', at: '2026-06-04T12:00:00Z' },
      ...{ level: 'info', target: 't', message, fields: {} },
    };
    const bytes = Buffer.byteLength(JSON.stringify(frame));
    const send = (agent_uid: string, at: number) =>
      events.emit('log.received', { agent_id: agent_uid, agent_uid, frame, bytes, at });
    const lines = CAPS.logDayBytes / CAPS.logBytes + 40;
    for (let n = 0; n < lines; n += 1) {
      send('pc1', n);
      if (n % 20 === 0) await recorder.flush();
    }
    send('pc2', lines);
    send('pc1', DAY_MS);
    await recorder.flush();
    end();
    const spent = await reader.list({ event: 'allowance.spent' });
    expect(spent.items).toMatchObject([
      { source: 'server', agent_id: 'pc1', level: 'warn', fields: { of: 'log', mib_per_day: 16 } },
    ]);
    const count = (agent_id: string) =>
      database.reads.manager.countBy(EventEntity, { agent_id, event: 'log' });
    expect(await count('pc1')).toBeLessThan(lines - 20);
    expect(await count('pc2')).toBe(1);
    const [newest] = (await reader.list({ agent_id: 'pc1' }, { limit: 1 })).items;
    expect(newest?.at).toBe(new Date(DAY_MS).toISOString());
  });

  it('stores what is worth no write by itself with the line that comes next, before it', async () => {
    const before = database.writer.stats().committed;
    recorder.addWithNext(anEvent({ message: 'started' }));
    await recorder.flush();
    expect(database.writer.stats().committed).toBe(before);
    await store({ message: 'connected' }, { message: 'again' });
    expect(await messages()).toEqual(['again', 'connected', 'started']);
  });

  it('lists lines newest first, a page at a time', async () => {
    await store({ message: 'a' }, { message: 'b' }, { message: 'c' });
    const first = await reader.list({}, { limit: 2 });
    expect(first.items.map(({ message }) => message)).toEqual(['c', 'b']);
    const second = await reader.list({}, { limit: 2, cursor: first.next_cursor });
    expect(second).toMatchObject({ items: [{ message: 'a' }], next_cursor: null });
    await expect(reader.list({}, { cursor: "1' OR 1" })).rejects.toMatchObject({
      code: 'validation',
    });
  });

  it('filters, and shows nobody lines of PCs they may not see', async () => {
    await store(
      { message: 'a', level: 'error', agent_id: 'pc1', at: 1 },
      { message: 'b', level: 'info', agent_id: 'pc2', at: 2, event: 'agent.online' },
      { message: 'c', level: 'warn', agent_id: null, source: 'server', at: 3 },
    );
    expect(await messages({ level: 'warn' })).toEqual(['c', 'a']);
    expect(await messages({ source: 'server' })).toEqual(['c']);
    expect(await messages({ event: 'agent.online' })).toEqual(['b']);
    expect(await messages({ from: 2, to: 2 })).toEqual(['b']);
    expect(await messages({ agents: ['pc2'] })).toEqual(['b']);
    expect(await messages({ agents: [] })).toEqual([]);
    expect(await messages({ agents: ['pc2'], agent_id: 'pc1' })).toEqual([]);
  });

  it('takes in what agents and the bus tell, with the agent’s own time kept as data', async () => {
    const events = new InProcessEventBus();
    const logger = new KennyLogger({
      level: 'info',
      format: 'json',
      stream: { write: () => true },
    });
    const end = listenForEvents(recorder, events, logger, new FakeClock({ now: 5_000 }));
    const [agent_uid, connection_id] = ['u1', 'c1'];
    const meta: RegisterMeta = { hostname: 'h', os: 'linux', version: '0.1.0' };
    const frame: LogFrame = {
      type: 'log',
      agent_id: 'pc1',
      at: '2036-01-01T00:00:00Z',
      level: 'warn',
      target: 'disk',
      message: 'disk is\nslow',
      fields: { ms: 7 },
    };
    events.emit('agent.online', {
      agent_id: 'pc1',
      agent_uid,
      connection_id,
      meta,
      protocol: '0.8',
      at: 1,
    });
    events.emit('log.received', { agent_id: 'pc1', agent_uid, frame, bytes: 200, at: 2 });
    events.emit('frame.dropped', {
      agent_id: 'pc1',
      agent_uid,
      reason: 'not JSON',
      forged: false,
      at: 3,
    });
    events.emit('agent.cloned', { agent_id: 'pc1', agent_uid, addresses: ['10.0.0.1'], at: 4 });
    events.emit('agent.refused', {
      agent_id: null,
      address: '10.0.0.9',
      close_code: 4401,
      reason: 'bad signature',
      at: 5,
    });
    events.emit('agent.offline', {
      agent_id: 'pc1',
      agent_uid,
      connection_id,
      reason: 'closed',
      last_heard_at: 6,
      at: 6,
    });
    logger.warn('slow query', { agent_id: 'pc1', token: 'hunter2' }, 'Telemetry');
    logger.log('nothing to see', 'Telemetry');
    end();
    events.emit('agent.offline', {
      agent_id: 'pc1',
      agent_uid,
      connection_id,
      reason: 'after',
      last_heard_at: 7,
      at: 7,
    });
    await recorder.flush();
    const { items } = await reader.list({}, { limit: 200 });
    expect(
      items.reverse().map(({ event, level, source }) => `${event} ${level} ${source}`),
    ).toEqual([
      'agent.online info server',
      'log warn agent',
      'frame.dropped warn server',
      'agent.cloned error server',
      'agent.refused warn server',
      'agent.offline info server',
      'log warn server',
    ]);
    expect(items[1]).toMatchObject({
      at: new Date(2).toISOString(),
      target: 'disk',
      message: 'disk is\nslow',
      fields: { ms: 7, agent_at: '2036-01-01T00:00:00Z' },
    });
    expect(items[6]).toMatchObject({
      target: 'Telemetry',
      agent_id: 'pc1',
      fields: { token: '[redacted]' },
    });
  });

  it('never feeds on its own trouble', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const logger = new KennyLogger({ level: 'info', format: 'json', stream });
    listenForEvents(recorder, new InProcessEventBus(), logger, systemClock);
    logger.error('cannot store', 'EventRecorder');
    logger.error('rollback failed', 'SqliteWriter');
    for (let i = 0; i < 1_000; i += 1) logger.error(`storm ${i}`, 'Other');
    await recorder.flush();
    expect(lines).toHaveLength(1_002);
    expect((await messages()).length).toBeLessThanOrEqual(100);
    expect(await messages()).not.toContain('cannot store');
  });

  it('keeps one chatty agent from costing the others their lines, and says what is missing', async () => {
    for (let i = 0; i < 2 * MAX_WAITING; i += 1) recorder.add(anEvent({ agent_id: 'loud' }));
    recorder.add(anEvent({ agent_id: 'quiet', message: 'heard' }));
    await recorder.flush();
    expect(await messages({ agent_id: 'quiet' })).toEqual(['heard']);
    const dropped = 2 * MAX_WAITING - MAX_WAITING_PER_AGENT;
    const { items } = await reader.list({ event: 'events.dropped' });
    expect(items).toMatchObject([{ source: 'server', fields: { count: dropped } }]);
  });

  it('stores few lines of a peer that floods, and counts those it leaves out', async () => {
    const events = new InProcessEventBus();
    const stream = { write: () => true };
    const logger = new KennyLogger({ level: 'info', format: 'json', stream });
    const clock = new FakeClock();
    const end = listenForEvents(recorder, events, logger, clock);
    const drop = () =>
      events.emit('frame.dropped', {
        ...{ agent_id: 'pc1', agent_uid: 'u1', reason: 'log too often', forged: false, at: 1 },
      });
    for (let i = 0; i < 1_000; i += 1) drop();
    clock.advance(60_000);
    drop();
    await recorder.flush();
    const { items } = await reader.list({ event: 'frame.dropped' }, { limit: 200 });
    expect(items).toHaveLength(21);
    expect(items[0]?.fields).toEqual({ forged: false, left_out_before: 980 });
    end();
  });

  it('lets nobody without a key push out the lines of a PC by using its name', async () => {
    const events = new InProcessEventBus();
    const stream = { write: () => true };
    const logger = new KennyLogger({ level: 'info', format: 'json', stream });
    const end = listenForEvents(recorder, events, logger, new FakeClock());
    const refuse = (agent_id: string) =>
      events.emit('agent.refused', {
        ...{ agent_id, address: '10.0.0.9', close_code: 4401, reason: 'bad signature', at: 1 },
      });
    for (let i = 0; i < 400; i += 1) refuse('pc1');
    for (let i = 0; i < 400; i += 1) refuse(`made-up-${i}`);
    await recorder.flush();
    const lines = async (filter: object) =>
      (await reader.list(filter, { limit: 200 })).items.length;
    expect(await lines({ agent_id: 'pc1' })).toBe(20);
    expect(await lines({})).toBe(100);
    end();
  });

  it('bounds and cleans what it stores', async () => {
    await store({
      message: `${'x'.repeat(20_000)}`,
      target: 'a\u0000\ud800b',
      fields: { big: 'y'.repeat(20_000) },
    });
    const [item] = (await reader.list({})).items;
    expect(item?.message).toMatch(/^x{16000}… \(20000 characters\)$/);
    expect(item?.target).toBe('a\ufffd\ufffdb');
    expect(item?.fields).toEqual({ cut: '20010 characters' });
  });

  it('drops lines when the database is gone, without failing anybody', async () => {
    await database.close();
    await store({}, {});
    expect(await recorder.flush()).toBeUndefined();
  });

  it('forgets lines after the retention, and the surplus of one that floods', async () => {
    const now = 100 * DAY_MS;
    await store(
      { at: now - 31 * DAY_MS, message: 'old' },
      { at: now - 29 * DAY_MS, message: 'young' },
    );
    for (let i = 0; i < 5; i += 1) await store({ at: now, agent_id: 'loud', message: `loud ${i}` });
    const task = pruneEventsTask(database.writer, database.reads, 30, 3);
    await task.run(now);
    expect(await messages({ agent_id: 'pc1' })).toEqual(['young']);
    expect(await messages({ agent_id: 'loud' })).toEqual(['loud 4', 'loud 3', 'loud 2']);
  });

  it('forgets more lines than fit one transaction', async () => {
    for (let i = 0; i < 2_500; i += 1) {
      recorder.add(anEvent({ agent_id: `pc${i % 10}`, at: i }));
    }
    await recorder.flush();
    await pruneEventsTask(database.writer, database.reads, 30).run(100 * DAY_MS);
    expect(await messages()).toEqual([]);
  });
});
