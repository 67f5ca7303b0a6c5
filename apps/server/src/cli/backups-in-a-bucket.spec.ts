import { FakeClock } from '@kenny/testing';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { BucketDouble } from '../../test/bucket-double.js';
import { CliWorld } from '../../test/cli-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const NAME = 'kenny-20260603T120000Z-daily.tar.gz';
const newDir = tempDirs();
let there: BucketDouble;
let world: CliWorld;

beforeEach(async () => {
  there = await new BucketDouble().start();
  world = new CliWorld(newDir(), new FakeClock());
  world.env = there.env();
});
afterEach(() => there.stop());

const left = (): string[] =>
  readdirSync(tmpdir()).filter((one) => one.startsWith('.kenny-backup-'));

describe('kenny backup with a bucket', () => {
  it('lists those that are there, without a server', async () => {
    there.keep(`kenny/${NAME}`, 'x');
    there.keep('kenny/photo.jpg', 'x');
    const { code, out } = await world.run('backup', 'list', '--from', 's3');
    expect(code).toBe(0);
    expect(out).toContain(`s3:${NAME}`);
    expect(out).not.toContain('photo');
  });

  it.each([
    [
      'is not what was sent',
      (): void => there.keep(`kenny/${NAME}`, 'x', { sha256: 'f'.repeat(64) }),
      /not what was sent/,
    ],
    ['is no backup', (): void => there.keep(`kenny/${NAME}`, 'x'), /no good backup/],
    ['is not there', (): void => undefined, /no backup of this name.*--from s3.*NoSuchKey/],
    [
      'ends too early',
      (): void => {
        there.instead = (_, answer) => {
          answer.writeHead(200, { 'content-length': 100 });
          answer.write('half', () => answer.destroy());
          return 'answered';
        };
      },
      /cannot be reached/,
    ],
  ])('says of one that %s', async (_, given, words) => {
    given();
    const before = left();
    const { code, err } = await world.run('backup', 'verify', `s3:${NAME}`);
    expect([code !== 0, err]).toEqual([true, expect.stringMatching(words)]);
    expect(left()).toEqual(before);
  });

  it('takes names of backups only, and no other place', async () => {
    const odd = await world.run('backup', 'verify', 's3:../../secret');
    expect([odd.code, odd.err]).toEqual([2, expect.stringContaining('no name of a backup')]);
    const place = await world.run('backup', 'list', '--from', 'ftp');
    expect([place.code, place.err]).toEqual([2, expect.stringContaining('only be s3')]);
    world.env = {};
    const none = await world.run('backup', 'list', '--from', 's3');
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('KENNY_BACKUP_S3')]);
    expect(there.asked).toEqual([]);
  });
});
