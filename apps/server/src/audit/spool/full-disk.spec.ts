import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { anEntry } from '../../../test/audit-world.js';
import { describeOnSmallDisk } from '../../../test/small-disk.js';
import { draftOf, type AuditDraft } from '../audit-draft.js';
import { gapOf } from './gap.js';
import { Spools } from './spools.js';

const BYTES = 256 * 1024;
const drafts = (count: number) =>
  Array.from({ length: count }, (_, i) => draftOf(anEntry({ target: String(i) }), i));

describeOnSmallDisk('the spool on a disk that is full', 24, (disk) => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  const opened = async () => {
    const spools = new Spools(disk.folder, BYTES);
    await spools.open(0);
    await spools.prepare();
    return spools;
  };
  const taken = async (spools: Spools) => {
    const rows: AuditDraft[] = [];
    await spools.replay((some) => Promise.resolve(void rows.push(...some)));
    return rows.map(({ target }) => target);
  };

  it('takes rows, keeps them over a restart and counts what it could not, all in its own room', async () => {
    const first = await opened();
    disk.fill();
    const room = await first.append(drafts(2_000));
    expect(room).toBeGreaterThan(400);
    first.gaps.add(gapOf(drafts(7), 0));
    await first.close();
    const second = await opened();
    expect([second.length, second.gaps.count]).toEqual([room, 7]);
    expect(await taken(second)).toEqual(drafts(room).map(({ target }) => target));
    expect(await second.append(drafts(1))).toBe(1);
    await second.close();
  });

  it('is not there when there was no room at the start, which it says, and is made with the first', async () => {
    disk.fill();
    const spools = await opened();
    expect(await spools.append(drafts(1))).toBe(0);
    expect(spools.trouble).toMatch(/full|space/);
    disk.makeRoom();
    await spools.prepare();
    expect(spools.trouble).toBeNull();
    expect(await spools.append(drafts(1))).toBe(1);
    expect(existsSync(join(disk.folder, SERVER_FILES.auditGap))).toBe(true);
    await spools.close();
  });
});
