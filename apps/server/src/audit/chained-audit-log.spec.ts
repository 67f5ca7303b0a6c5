import { createHash } from 'node:crypto';
import type { AuditKind } from '@kenny/contract';
import { canonicalText } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { breakCommit, TIMELESS } from '../../test/break-commit.js';
import { anEntry, openAuditWorld, type AuditWorld } from '../../test/audit-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import { isUrgent } from './chained-audit-log.js';
import { AuditSpool } from './spool/audit-spool.js';

const tempDir = tempDirs();

describe('the audit log', () => {
  let world: AuditWorld;
  beforeEach(async () => {
    world = await openAuditWorld(tempDir(), TIMELESS);
  });
  afterEach(() => world.close());

  const append = (change = {}) =>
    world.database.writer.write((tx) => world.store.log.append(tx, anEntry(change)));
  const rows = async () => (await world.store.reader.list({}, { limit: 200 })).items.reverse();

  it('chains every row to the one before, over the RFC 8785 text of all but the hash', async () => {
    await append();
    await append({ tool: 'net_config', args: null });
    const [first, second] = await rows();
    expect(first).toMatchObject({ seq: 1, prev_sha256: '0'.repeat(64), args: { path: '/tmp' } });
    expect(second).toMatchObject({ seq: 2, prev_sha256: first?.sha256, args: null });
    const { sha256, ...rest } = second ?? {};
    expect(createHash('sha256').update(canonicalText(rest)).digest('hex')).toBe(sha256);
  });

  it('keeps the row and what it tells of together: both are there, or neither', async () => {
    const undone = world.database.writer.write(async (tx) => {
      await world.store.log.append(tx, anEntry({ target: 'undone' }));
      throw new Error('the change failed');
    });
    await Promise.allSettled([append({ target: 'a' }), undone, append({ target: 'b' })]);
    expect((await rows()).map(({ seq, target }) => ({ seq, target }))).toEqual([
      { seq: 1, target: 'a' },
      { seq: 2, target: 'b' },
    ]);
    expect(await world.store.verify()).toMatchObject({ ok: true, rows: 2 });
  });

  it('goes on without a gap after a batch whose COMMIT failed', async () => {
    await append({ target: 'a' });
    const poison = world.database.writer.write(breakCommit);
    const lost = await Promise.allSettled([append({ target: 'lost' }), poison]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await append({ target: 'b' });
    expect((await rows()).map(({ seq, target }) => `${seq} ${target}`)).toEqual(['1 a', '2 b']);
    expect((await world.store.verify()).ok).toBe(true);
  });

  it('stays one chain when a job appends twice at once, and when another fails after it did', async () => {
    await world.database.writer.write(async (tx) => {
      await Promise.all([
        world.store.log.append(tx, anEntry({ target: 'a' })),
        world.store.log.append(tx, anEntry({ target: 'b' })),
      ]);
    });
    const failing = world.database.writer.write(async (tx) => {
      await world.store.log.append(tx, anEntry({ target: 'undone' }));
      await tx.manager.query("UPDATE audit SET target = 'x'");
    });
    await Promise.allSettled([failing, append({ target: 'c' })]);
    expect((await rows()).map(({ target }) => target)).toEqual(['a', 'b', 'c']);
    expect((await world.store.verify()).ok).toBe(true);
  });

  it('goes on with the same chain after a restart', async () => {
    const dataDir = tempDir();
    const first = await openAuditWorld(dataDir);
    await first.database.writer.write((tx) => first.store.log.append(tx, anEntry()));
    await first.close();
    const second = await openAuditWorld(dataDir);
    await second.database.writer.write((tx) => second.store.log.append(tx, anEntry()));
    const { items } = await second.store.reader.list({});
    expect(items.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(items[0]?.chain).toBe(items[1]?.chain);
    expect(await second.store.verify()).toMatchObject({ ok: true, rows: 2, proven_to: 1 });
    await second.close();
  });

  it('records without a wait, in order, many to a transaction', async () => {
    for (let i = 0; i < 450; i += 1) world.store.log.record(anEntry({ target: `row ${i}` }));
    await world.store.log.flush();
    const { batches } = world.database.writer.stats();
    const targets: (string | null)[] = [];
    for await (const { target } of world.store.reader.after(0, {})) targets.push(target);
    expect(targets).toEqual(Array.from({ length: 450 }, (_, i) => `row ${i}`));
    expect(batches).toBeLessThanOrEqual(2);
  });

  it('tries once more when an attempt that had begun before a flush fails', async () => {
    let fail = () => {};
    jest
      .spyOn(world.database.writer, 'write')
      .mockImplementationOnce(
        () => new Promise((_, reject) => (fail = () => reject(new Error('SQLITE_FULL')))),
      );
    const append = jest.spyOn(AuditSpool.prototype, 'append').mockResolvedValue(0);
    world.store.log.record(anEntry({ target: 'a' }));
    await new Promise(setImmediate);
    const flushed = world.store.log.flush();
    fail();
    await flushed;
    append.mockRestore();
    expect((await rows()).map(({ target }) => target)).toEqual(['a']);
  });

  it('stores the first row at once, and those of the next moment together', async () => {
    const clock = new FakeClock();
    const own = await openAuditWorld(tempDir(), clock);
    const told: (string | null)[][] = [];
    const next = () =>
      new Promise<void>((resolve) => {
        own.store.onAppended((stored) => {
          told.push(stored.map(({ target }) => target));
          resolve();
        });
      });
    const record = (...targets: string[]) =>
      targets.forEach((target) => own.store.log.record(anEntry({ target })));
    const first = next();
    record('a');
    await first;
    record('b');
    await clock.advanceAsync(9);
    record('c');
    const second = next();
    clock.advance(1);
    await second;
    expect(told).toEqual([['a'], ['b', 'c']]);
    record('d');
    await own.close();
    expect(told).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it.each([
    ["UPDATE audit SET target = 'x' WHERE seq = 1", 'never changed'],
    ['DELETE FROM audit', 'never removed'],
    ['INSERT INTO audit SELECT * FROM audit WHERE seq = 1', 'without gaps'],
  ])('is protected by the database: %s', async (sql, message) => {
    await append();
    const attempt = world.database.writer.write(({ manager }) => manager.query<unknown>(sql));
    await expect(attempt).rejects.toThrow(message);
    expect(await rows()).toHaveLength(1);
  });

  it.each(
    globalThis.KENNY_TEST_POSTGRES === undefined
      ? [['INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE seq = 1', 'without gaps']]
      : [['TRUNCATE audit', 'never removed']],
  )("is protected from its engine's own ways: %s", async (sql, message) => {
    await append();
    const attempt = world.database.writer.write(({ manager }) => manager.query<unknown>(sql));
    await expect(attempt).rejects.toThrow(message);
    expect(await rows()).toHaveLength(1);
  });

  it('keeps no secret, and says what it cut', async () => {
    const script = 'x'.repeat(20_000);
    await append({ args: { password: 'hunter2', env: { API_KEY: 'hunter2', n: 1 }, script } });
    const [row] = await rows();
    const digest = createHash('sha256').update(script).digest('hex');
    expect(JSON.stringify(row)).not.toContain('hunter2');
    expect(row?.args).toMatchObject({
      password: '[redacted]',
      env: { API_KEY: '[redacted]', n: 1 },
    });
    expect(String(row?.args?.['script'])).toMatch(
      new RegExp(`^x{16384}… \\[cut: 20000 characters, sha256 ${digest}\\]$`),
    );
  });

  it('keeps one hash of arguments that are too many', async () => {
    await append({ args: { list: Array.from({ length: 20 }, () => 'y'.repeat(10_000)) } });
    const [row] = await rows();
    expect(String(row?.args?.['cut'])).toMatch(
      /^arguments of 200\d{3} characters, sha256 [0-9a-f]{64}$/,
    );
  });

  it('takes whatever it is given, and what it stored verifies', async () => {
    const odd = {
      half: '\ud800',
      nul: 'a\u0000b',
      nan: NaN,
      deep: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown,
    };
    await append({ args: odd, target: 'half \udc00 and nul \u0000', agent_id: null, tool: null });
    world.store.log.record(anEntry({ args: { big: 10n }, duration_ms: 1.6 }));
    await world.store.log.flush();
    const [first, second] = await rows();
    expect(first?.target).toBe('half \ufffd and nul \ufffd');
    expect(second).toMatchObject({
      duration_ms: 2,
      args: { cut: expect.stringContaining('no JSON') as string },
    });
    expect((await world.store.verify()).findings).toEqual([]);
  });
});

describe('what gets a checkpoint at once', () => {
  it.each<[AuditKind, string | null, boolean]>([
    ['call', 'shell_exec', true],
    ['call', 'fs_list', false],
    ['call', 'no_such_tool', false],
    ['call', null, false],
    ['decision', 'fs_list', true],
    ['policy', null, true],
    ['token', null, true],
    ['login', null, true],
    ['agent', null, true],
    ['chat', null, false],
  ])('%s %s: %s', (kind, tool, urgent) => {
    expect(isUrgent({ kind, tool })).toBe(urgent);
  });
});
