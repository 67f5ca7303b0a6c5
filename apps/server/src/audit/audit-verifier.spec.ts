import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { anEntry, openAuditWorld, type AuditWorld } from '../../test/audit-world.js';
import { describeOnSqlite } from '../../test/database-in.js';
import { tempDirs } from '../../test/temp-dir.js';
import { zeroPages } from '../../test/zero-pages.js';
import { hashOf } from './audit-draft.js';

const tempDir = tempDirs();

describe('verifying the audit', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  let dataDir: string;
  let world: AuditWorld;
  /** Ten rows, all vouched for. */
  beforeEach(async () => {
    dataDir = tempDir();
    world = await openAuditWorld(dataDir);
    for (let i = 1; i <= 10; i += 1) world.store.log.record(anEntry({ target: `row ${i}` }));
    await world.store.log.flush();
    await world.store.checkpoint();
  });
  afterEach(() => world.close());

  const checkpoints = () => join(dataDir, SERVER_FILES.auditCheckpoints);
  const found = async () =>
    (await world.store.verify()).findings.map(({ kind, seq }) => `${kind} ${seq}`);
  const addRows = async (count: number) => {
    for (let i = 0; i < count; i += 1) world.store.log.record(anEntry());
    await world.store.log.flush();
  };

  it('finds nothing in an honest record and says what that is worth', async () => {
    expect(await world.store.verify()).toMatchObject({
      ok: true,
      rows: 10,
      proven_to: 10,
      unproven: 0,
      findings: [],
      limits: expect.arrayContaining([expect.stringContaining('server key')]) as string[],
    });
    await addRows(3);
    expect(await world.store.verify()).toMatchObject({
      ok: true,
      rows: 13,
      proven_to: 10,
      unproven: 3,
    });
  });

  it('finds a changed row', async () => {
    await world.tamper("UPDATE audit SET target = 'nothing to see' WHERE seq = 4");
    expect(await found()).toEqual(['changed 4']);
  });

  it.each([
    "args = '{'",
    'at = 9e15',
    "actor_id = 'x'",
    'ok = NOT ok',
    'duration_ms = 13',
    "chain = 'other'",
  ])('finds a row with %s', async (change) => {
    await world.tamper(`UPDATE audit SET ${change} WHERE seq = 4`);
    expect(await found()).toEqual(['changed 4']);
  });

  it('finds removed rows, also when the rest is numbered again', async () => {
    await world.tamper('DELETE FROM audit WHERE seq IN (4, 5)');
    const { findings } = await world.store.verify();
    expect(findings).toEqual([{ kind: 'removed', seq: 4, message: 'Rows 4 to 5 are missing.' }]);
    await world.tamper('UPDATE audit SET seq = seq - 2 WHERE seq > 5');
    expect(await found()).toEqual([
      ...['swapped 4', 'swapped 5', 'swapped 6', 'changed 7', 'changed 8', 'cut_off 9'],
    ]);
  });

  it('finds swapped rows and says which', async () => {
    await world.tamper(
      'UPDATE audit SET seq = CASE seq WHEN 3 THEN -7 ELSE -3 END WHERE seq IN (3, 7)',
    );
    await world.tamper('UPDATE audit SET seq = -seq WHERE seq < 0');
    expect(await found()).toEqual(expect.arrayContaining(['swapped 3', 'swapped 7']));
  });

  it('finds a row that was put in with a hash of its own', async () => {
    const [row] = (await world.store.reader.list({}, { limit: 1, cursor: '6' })).items;
    if (!row) throw new Error('there is no row 5');
    const forged = { ...row, target: 'forged' };
    await world.tamper(
      'UPDATE audit SET target = ?, sha256 = ? WHERE seq = ?',
      'forged',
      hashOf(forged),
      forged.seq,
    );
    expect(await found()).toEqual([`relinked ${forged.seq + 1}`]);
  });

  it('finds a record whose rest was hashed again, through the checkpoint', async () => {
    const rows = (await world.store.reader.list({}, { limit: 10 })).items.reverse();
    let prev = rows[3]?.prev_sha256 ?? '';
    for (const row of rows.slice(3)) {
      const next = { ...row, prev_sha256: prev, target: 'rewritten' };
      prev = hashOf(next);
      await world.tamper(
        'UPDATE audit SET target = ?, prev_sha256 = ?, sha256 = ? WHERE seq = ?',
        ...['rewritten', next.prev_sha256, prev, row.seq],
      );
    }
    expect(await world.store.verify()).toMatchObject({
      ok: false,
      proven_to: 0,
      findings: [{ kind: 'rewritten', seq: 10 }],
    });
  });

  it('finds rows that were cut off, up to the last checkpoint, also after a restart', async () => {
    await world.tamper('DELETE FROM audit WHERE seq > 7');
    expect((await world.store.verify()).findings).toEqual([
      {
        kind: 'cut_off',
        seq: 8,
        message: expect.stringMatching(/^Rows 8 to 10 are cut off .* knows row 10\.$/) as string,
      },
    ]);
    await world.close();
    world = await openAuditWorld(dataDir);
    // Row 8 is now the one that tells of the loss.
    expect(await found()).toEqual(['cut_off 9']);
    await addRows(5);
    expect(await found()).toEqual(['rewritten 10']);
  });

  it('remembers while it runs what no checkpoint covers yet', async () => {
    await addRows(2);
    await world.tamper('DELETE FROM audit WHERE seq > 10');
    expect((await world.store.verify()).findings).toMatchObject([
      {
        kind: 'cut_off',
        seq: 11,
        message: expect.stringContaining('the running server') as string,
      },
    ]);
  });

  it('says that nothing vouches for the rows when the checkpoints are gone', async () => {
    writeFileSync(checkpoints(), '');
    const verdict = await world.store.verify();
    expect(verdict).toMatchObject({ ok: true, proven_to: 0, unproven: 10 });
    expect(verdict.limits[0]).toContain('No checkpoint vouches for any row');
  });

  it('finds a checkpoint that the server did not sign', async () => {
    const line = readFileSync(checkpoints(), 'utf8').trim().split('\n').at(-1) ?? '';
    const forged = { ...(JSON.parse(line) as object), seq: 11 };
    appendFileSync(checkpoints(), `${JSON.stringify(forged)}\n`);
    expect(await found()).toEqual(['checkpoint null']);
  });

  it('takes half a line for a power cut, and the next checkpoint stands on a line of its own', async () => {
    await world.close();
    appendFileSync(checkpoints(), '{"chain":"hal');
    world = await openAuditWorld(dataDir);
    await addRows(1);
    await world.store.checkpoint();
    const verdict = await world.store.verify();
    expect(verdict).toMatchObject({ ok: true, proven_to: 11 });
    expect(verdict.limits[0]).toContain('1 lines of the checkpoint file cannot be read');
  });

  it('does not take rows that come while it reads for trouble', async () => {
    await addRows(600);
    const verifying = world.store.verify();
    for (let i = 0; i < 5; i += 1) {
      await addRows(20);
      await world.store.checkpoint();
    }
    expect((await verifying).findings).toEqual([]);
  });

  it('keeps the checkpoint file to itself', () => {
    expect(statSync(checkpoints()).mode & 0o777).toBe(0o600);
  });
});

describeOnSqlite('verifying a record on damaged pages', 'a server checks its own', () => {
  it('names an index that cannot be read, though every row is there', async () => {
    const dataDir = tempDir();
    const first = await openAuditWorld(dataDir);
    for (let i = 1; i <= 10; i += 1) first.store.log.record(anEntry({ target: `row ${i}` }));
    await first.close();
    await zeroPages(join(dataDir, SERVER_FILES.database), 'index', 'audit', 'audit_by_call');
    const world = await openAuditWorld(dataDir);
    const verdict = await world.store.verify();
    await world.close();
    expect(verdict).toMatchObject({ ok: false, rows: 10 });
    expect(verdict.findings).toEqual([
      {
        ...{ kind: 'index', seq: null },
        message: expect.stringMatching(
          /^Index audit_by_call is damaged and cannot be read\./,
        ) as string,
      },
    ]);
  });
});
