import type { Clock } from '@kenny/kernel';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BucketDouble, refuse, type Instead } from '../../../test/bucket-double.js';
import { tempDirs } from '../../../test/temp-dir.js';
import type { BackupBucket } from '../../config/index.js';
import { S3Bucket, type S3Limits } from './s3-bucket.js';
import { sendFile } from './send-file.js';

const NAME = 'kenny-20261126T120000Z-daily.tar.gz.age';
const KEY = `kenny/${NAME}`;
const PART = 64 * 1024;

const newDir = tempDirs();
let there: BucketDouble;
let bytes: Buffer;
let file: string;

beforeEach(async () => {
  there = await new BucketDouble().start();
  there.leastPartBytes = PART;
  bytes = randomBytes(3 * PART + 5);
  file = join(newDir(), NAME);
  writeFileSync(file, bytes);
});
afterEach(() => there.stop());

const waits: number[] = [];
/** Waits are noted, and over at once. */
const clock: Clock = {
  now: () => Date.UTC(2026, 10, 26, 12),
  monotonic: () => 0,
  setTimer(fn, ms) {
    waits.push(ms);
    const timer = setImmediate(fn);
    return { cancel: () => clearImmediate(timer) };
  },
};
const bucketWith = (limits: Partial<S3Limits> = {}, config: Partial<BackupBucket> = {}) =>
  new S3Bucket(there.config(config), clock, undefined, limits);

const send = (partBytes = PART, bucket = bucketWith(), onProgress = (_: number) => undefined) =>
  sendFile({
    bucket,
    file,
    name: NAME,
    owner: 'chain-1',
    partBytes,
    onProgress: (share) => void onProgress(share),
  });

const only =
  (matches: (line: string) => boolean, instead: Instead): Instead =>
  (asked, answer) => {
    const line = `${asked.method} ${asked.key}?${asked.query.toString()}`;
    return matches(line) ? instead(asked, answer) : undefined;
  };

describe('a file on its way to a bucket', () => {
  it('goes at once when it is small', async () => {
    await send(bytes.length);
    expect(there.objects.get(KEY)?.body.equals(bytes)).toBe(true);
    expect(there.asked).toEqual([`HEAD ${KEY}`, `PUT ${KEY}`, `HEAD ${KEY}`]);
  });

  it('goes in parts beyond that, each with its checksums, and says how far it is', async () => {
    const shares: number[] = [];
    await send(PART, bucketWith(), (share) => void shares.push(share));
    expect(there.objects.get(KEY)?.body.equals(bytes)).toBe(true);
    expect(there.asked.filter((line) => line.includes('partNumber'))).toHaveLength(4);
    expect(shares).toHaveLength(4);
    expect(shares.at(-1)).toBe(1);
    expect(there.uploads.size).toBe(0);
  });

  it('is not sent twice, and takes no name of another file', async () => {
    await send();
    there.asked.length = 0;
    await send();
    expect(there.asked).toEqual([`HEAD ${KEY}`]);
    there.keep(KEY, 'of another server');
    await expect(send()).rejects.toThrow(/prefix of its own/);
    expect(String(there.objects.get(KEY)?.body)).toBe('of another server');
  });

  it('is sent again where something happened to a part on the way', async () => {
    let damaged = 0;
    there.instead = only(
      (line) => line.includes('partNumber=2') && (damaged += 1) === 1,
      ({ body }) => ({ body: Buffer.concat([body.subarray(1), Buffer.of(7)]) }),
    );
    await send();
    expect(there.objects.get(KEY)?.body.equals(bytes)).toBe(true);
  });

  it('is ended there when that happens each time, and nothing has the name', async () => {
    there.instead = only(
      (line) => line.includes('partNumber=2'),
      ({ body }) => ({ body: body.subarray(1) }),
    );
    await expect(send()).rejects.toThrow(/something else than was sent.*XAmzContentSHA256Mismatch/);
    expect([there.objects.size, there.uploads.size]).toEqual([0, 0]);
  });

  it('waits longer each time while the bucket is in trouble', async () => {
    waits.length = 0;
    let asked = 0;
    there.instead = (_, answer) => {
      if ((asked += 1) > 3) return undefined;
      refuse(answer, 'SlowDown');
      return 'answered';
    };
    await send(PART, bucketWith());
    expect(waits).toEqual([1_000, 4_000, 15_000]);
    expect(there.objects.has(KEY)).toBe(true);
  });

  it('is removed where what arrived is not what was sent', async () => {
    let heads = 0;
    there.instead = only(
      (line) => line.startsWith('HEAD') && (heads += 1) > 1,
      (_, answer) => {
        answer.writeHead(200, { 'content-length': 7, etag: '"0"' }).end();
        return 'answered';
      },
    );
    await expect(send()).rejects.toThrow(/not what was sent, and was removed/);
    expect(there.objects.size).toBe(0);
  });

  it('is known by its checksum, not by its size alone', async () => {
    there.instead = only(
      (line) => line.startsWith('HEAD') && there.objects.has(KEY),
      () => {
        const kept = there.objects.get(KEY);
        if (kept) there.keep(KEY, Buffer.from(kept.body).fill(0), kept.notes);
        return undefined;
      },
    );
    await expect(send()).rejects.toThrow(/not what was sent/);
  });

  it('is not there when the bucket answers 200 with an error in it', async () => {
    there.instead = only(
      (line) => line.startsWith('POST') && line.includes('uploadId'),
      (_, answer) => {
        answer.end('<Error><Code>InternalError</Code></Error>');
        return 'answered';
      },
    );
    await expect(send()).rejects.toThrow(/InternalError/);
    expect([there.objects.size, there.uploads.size]).toEqual([0, 0]);
  });

  it('is whole when only the last answer was lost', async () => {
    let lost = 0;
    there.instead = only(
      (line) => line.startsWith('POST') && line.includes('uploadId') && (lost += 1) === 1,
      ({ query }, answer) => {
        const upload = there.uploads.get(query.get('uploadId') ?? '');
        const parts = [...(upload?.parts.values() ?? [])];
        there.keep(KEY, Buffer.concat(parts.map(({ body }) => body)), upload?.notes);
        const kept = there.objects.get(KEY);
        const digests = Buffer.from(parts.map(({ etag }) => etag).join(''), 'hex');
        const etag = createHash('md5').update(digests).digest('hex');
        if (kept) there.objects.set(KEY, { ...kept, etag: `${etag}-${parts.length}` });
        there.uploads.clear();
        answer.destroy();
        return 'answered';
      },
    );
    await send();
    expect(there.objects.get(KEY)?.body.equals(bytes)).toBe(true);
  });
});

describe('a bucket that refuses', () => {
  it.each([
    ['another key', { keyId: 'AKIDOTHER' }, /does not know this key.*InvalidAccessKeyId/],
    ['another secret', { secret: 'something-else' }, /secret does not fit.*SignatureDoesNotMatch/],
    ['another region', { region: 'us-east-1' }, /KENNY_BACKUP_S3_REGION/],
    ['another bucket', { bucket: 'nowhere' }, /no bucket of this name.*NoSuchBucket/],
  ])('says so in words: %s', async (_, config, words) => {
    const bucket = bucketWith({}, config);
    await expect(bucket.list()).rejects.toThrow(words);
    expect(there.asked).toHaveLength(1);
  });

  it.each([
    ['RequestTimeTooSkewed', 403, /timedatectl/],
    ['QuotaExceeded', 403, /Make room/],
    ['XMinioStorageFull', 507, /Make room/],
    ['Some"Thing\n', 418, /HTTP 418/],
  ])('says what to do about %j', async (code, status, words) => {
    there.instead = (_, answer) => {
      refuse(answer, code, status);
      return 'answered';
    };
    const said = await bucketWith().list().catch(String);
    expect(said).toMatch(words);
    expect(said).not.toContain('made up');
  });
});

describe('a bucket that means harm', () => {
  it('does not send kenny elsewhere', async () => {
    let visits = 0;
    const elsewhere = createServer((_, answer) => void answer.end(String((visits += 1))));
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    there.instead = (_, answer) => {
      answer.writeHead(307, { location }).end();
      return 'answered';
    };
    await expect(bucketWith().list()).rejects.toThrow(/where it does not go.*HTTP 307/);
    expect(visits).toBe(0);
    elsewhere.close();
  });

  it('does not fill the memory with an answer, nor go on without an end', async () => {
    let written = 0;
    there.instead = (_, answer) => {
      const chunk = Buffer.alloc(1024 * 1024, '<Contents>');
      const more = (): void => {
        if (answer.destroyed || (written += 1) > 200) answer.end();
        else answer.write(chunk, more);
      };
      more();
      return 'answered';
    };
    await expect(bucketWith().list()).rejects.toThrow(/too much at once/);
    expect(written).toBeLessThan(100);

    there.instead = (_, answer) => {
      answer.end(
        '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>1</NextContinuationToken>',
      );
      return 'answered';
    };
    await expect(bucketWith().list()).rejects.toThrow(/without an end/);
  });

  it('does not keep kenny waiting when it says nothing, or little by little', async () => {
    there.instead = () => 'answered';
    const silent = bucketWith({ idleMs: 50, waitsMs: [] });
    await expect(silent.list()).rejects.toThrow(/cannot be reached.*ETIMEDOUT/);
    there.instead = (_, answer) => {
      const drip = setInterval(() => answer.write(' '), 10);
      answer.once('close', () => clearInterval(drip));
      return 'answered';
    };
    const slow = bucketWith({ answerMs: 100, waitsMs: [] });
    await expect(slow.list()).rejects.toThrow(/cannot be reached/);
  });

  it('is not asked in plain text where its name leads to another machine', async () => {
    const config = there.config({ origin: there.origin.replace('127.0.0.1', 'localhost') });
    const bucket = new S3Bucket(config, clock, undefined, {}, () => Promise.resolve(['10.1.2.3']));
    await expect(bucket.list()).rejects.toThrow(/leads to another machine: use https/);
    expect(there.asked).toEqual([]);
  });

  it('names objects of somebody else, which are not taken for those below the prefix', async () => {
    there.instead = (_, answer) => {
      answer.end(
        '<ListBucketResult><Contents><Key>other/x</Key><Size>1</Size></Contents>' +
          '<Contents><Key>kenny/y</Key><Size>1</Size></Contents></ListBucketResult>',
      );
      return 'answered';
    };
    expect(await bucketWith().list()).toEqual([{ key: 'y', bytes: 1 }]);
  });
});
