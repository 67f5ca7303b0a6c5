import { DAY_MS, systemClock } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BucketDouble, refuse } from '../../test/bucket-double.js';
import { tempDirs } from '../../test/temp-dir.js';
import { BackupFolder } from './backup-folder.js';
import { Copies } from './copies.js';
import { S3Bucket } from './s3/s3-bucket.js';

const NOON = Date.parse('2026-11-26T12:00:00Z');
const newDir = tempDirs();
let there: BucketDouble;
let folder: BackupFolder;
let told: [string, boolean][];

beforeEach(async () => {
  there = await new BucketDouble().start();
  folder = new BackupFolder(newDir());
  told = [];
});
afterEach(() => there.stop());

function copies(more: { plain?: boolean } = {}, signal = new AbortController().signal): Copies {
  const config = there.config(more);
  return new Copies({
    ...{ config, folder, clock: new FakeClock({ now: NOON }) },
    keep: () => ({ keep_days: 7, keep_weeks: 4 }),
    owner: 'chain-1',
    bucket: new S3Bucket(config, systemClock, signal, { waitsMs: [] }),
    onSent: (name, error) => told.push([name, error === null]),
    signal,
  });
}

function make(days: number, kind: 'daily' | 'manual' = 'daily', encrypted = true): string {
  const name = folder.nameOf(kind, NOON - days * DAY_MS, encrypted);
  writeFileSync(join(folder.path, name), `of ${days} days ago`);
  return name;
}

const keys = (): string[] => [...there.objects.keys()].sort();

describe('backups in a bucket', () => {
  it('are those of the folder, newest first, and each is known to be there', async () => {
    const [old, fresh] = [make(1), make(0)];
    const all = copies();
    expect(folder.list().map((one) => all.has(one))).toEqual([null, null]);
    await all.send();
    expect(told).toEqual([
      [fresh, true],
      [old, true],
    ]);
    expect(folder.list().map((one) => all.has(one))).toEqual([true, true]);
    expect(all.newest()).toBe(NOON);
    expect(all.state()).toMatchObject({ trouble: null, looked_at: '2026-11-26T12:00:00.000Z' });
  });

  it('are kept and deleted by the rule of the folder, and nothing else is ever deleted', async () => {
    const others = [
      'kenny/photo.jpg',
      'kenny/kenny-old.tar.gz',
      `other/${folder.nameOf('daily', 1, true)}`,
    ];
    for (const key of others) there.keep(key, 'x');
    const manual = folder.nameOf('manual', NOON - 300 * DAY_MS, true);
    there.keep(`kenny/${manual}`, 'x');
    for (let day = 1; day < 60; day += 1) {
      there.keep(`kenny/${folder.nameOf('daily', NOON - day * DAY_MS, true)}`, 'x');
    }
    // It would be deleted at once: it is not sent.
    const outdated = make(41);
    make(0);
    await copies().send();
    const left = keys().filter((key) => !others.includes(key));
    expect(left).toHaveLength(10);
    expect(left).toContain(`kenny/${manual}`);
    expect(left).not.toContain(`kenny/${outdated}`);
    expect(keys()).toEqual(expect.arrayContaining(others));
  });

  it('are not deleted where another server sends its own, which is said', async () => {
    for (let day = 0; day < 20; day += 1) {
      there.keep(`kenny/${folder.nameOf('daily', NOON - day * DAY_MS, true)}`, 'x');
    }
    there.keep(`kenny/${folder.nameOf('daily', NOON - 1, true)}`, 'x', { owner: 'chain-2' });
    const all = copies();
    await all.send();
    expect(keys()).toHaveLength(21);
    expect(all.state().trouble).toMatch(/of another server.*prefix of its own/);
  });

  it('are not sent open, unless somebody has said so', async () => {
    const [open, sealed] = [make(1, 'daily', false), make(0)];
    const all = copies();
    await all.send();
    expect(keys()).toEqual([`kenny/${sealed}`]);
    expect(all.state().trouble).toMatch(/not encrypted stay here \(1\)/);
    const free = copies({ plain: true });
    await free.send();
    expect(keys()).toContain(`kenny/${open}`);
    expect(free.state().trouble).toBeNull();
  });

  it('are sent with the next ones when the bucket was away, and that is said', async () => {
    const name = make(0);
    const all = copies();
    there.instead = (_, answer) => {
      refuse(answer, 'InternalError');
      return 'answered';
    };
    await all.send();
    expect([all.failed, keys()]).toEqual([true, []]);
    there.instead = () => undefined;
    await all.send();
    expect([all.failed, keys()]).toEqual([false, [`kenny/${name}`]]);
  });

  it('leave no parts of killed uploads there, and those of others as they are', async () => {
    there.begin(`kenny/${folder.nameOf('daily', NOON, true)}`);
    there.begin('kenny/film.mkv');
    await copies().send();
    expect([...there.uploads.values()].map(({ key }) => key)).toEqual(['kenny/film.mkv']);
  });

  it('need no key that may delete', async () => {
    for (let day = 0; day < 60; day += 1) {
      there.keep(`kenny/${folder.nameOf('daily', NOON - day * DAY_MS, true)}`, 'x');
    }
    const name = make(0, 'manual');
    there.instead = ({ method, query }, answer) => {
      if (method !== 'DELETE' && !query.has('uploads')) return undefined;
      refuse(answer, 'AccessDenied');
      return 'answered';
    };
    const all = copies();
    await all.send();
    expect(all.state().trouble).toBeNull();
    expect(keys()).toContain(`kenny/${name}`);
    expect(keys()).toHaveLength(61);
  });

  it('end in peace with a server that stops while it deletes there', async () => {
    for (let day = 0; day < 60; day += 1) {
      there.keep(`kenny/${folder.nameOf('daily', NOON - day * DAY_MS, true)}`, 'x');
    }
    const stop = new AbortController();
    there.instead = ({ method }) => {
      if (method === 'DELETE') stop.abort();
      return undefined;
    };
    const all = copies({}, stop.signal);
    await expect(all.send()).resolves.toBeUndefined();
    expect(all.state().trouble).toBeNull();
  });

  it('that are deleted here while others are sent are left out', async () => {
    const [gone, fresh] = [make(1), make(0)];
    there.instead = ({ method, key }) => {
      if (method === 'PUT' && key === `kenny/${fresh}`) rmSync(join(folder.path, gone));
      return undefined;
    };
    const all = copies();
    await all.send();
    expect([all.failed, keys()]).toEqual([false, [`kenny/${fresh}`]]);
  });
});
