import { DAY_MS } from '@kenny/kernel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupFolder } from './backup-folder.js';

const NOON = Date.parse('2026-11-26T12:00:00Z');
let path: string;
let folder: BackupFolder;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'kenny-backups-'));
  folder = new BackupFolder(path);
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const put = (name: string): void => writeFileSync(join(path, name), 'x');

describe('the folder of backups', () => {
  it('keeps the newest of seven days and of four weeks, and what somebody made', () => {
    for (let day = 0; day < 60; day += 1) {
      put(folder.nameOf('daily', NOON - day * DAY_MS, false));
      put(folder.nameOf('daily', NOON - day * DAY_MS - 3_600_000, true));
    }
    const manual = folder.nameOf('manual', NOON - 300 * DAY_MS, false);
    put(manual);
    folder.rotate({ keep_days: 7, keep_weeks: 4 });
    const kept = folder.list().map(({ made_at }) => (NOON - made_at) / DAY_MS);
    // A Thursday: the weeks end on Sundays 4, 11 and 18 days ago.
    expect(kept).toEqual([0, 1, 2, 3, 4, 5, 6, 11, 18, 300]);
    expect(folder.list().at(-1)?.name).toBe(manual);
  });

  it('keeps as many days and weeks as it is told', () => {
    for (let day = 0; day < 60; day += 1) put(folder.nameOf('daily', NOON - day * DAY_MS, false));
    folder.rotate({ keep_days: 2, keep_weeks: 0 });
    expect(folder.list().map(({ made_at }) => (NOON - made_at) / DAY_MS)).toEqual([0, 1]);
  });

  it('knows its own names alone, and reads them', () => {
    for (const name of ['photo.jpg', 'kenny-old.tar.gz', '.kenny-private']) put(name);
    const name = folder.nameOf('daily', NOON, true);
    put(name);
    expect(name).toBe('kenny-20261126T120000Z-daily.tar.gz.age');
    expect(folder.list()).toEqual([
      { name, kind: 'daily', made_at: NOON, bytes: 1, encrypted: true },
    ]);
    put(`${name}.part`);
    put(`${name}.part.sqlite`);
    expect(folder.sweep()).toBe(2);
    expect(folder.list()).toHaveLength(1);
  });

  it('is empty where there is none yet', () => {
    expect(new BackupFolder(join(path, 'none')).list()).toEqual([]);
    expect(new BackupFolder(join(path, 'none')).sweep()).toBe(0);
  });
});
