import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import type { BackupManifest } from '../manifest.js';
import { ArchiveFault } from './archive-fault.js';
import { readArchive } from './read-archive.js';
import { readTar, TAR_END, tarHeader, tarPadding } from './tar.js';
import { writeArchive } from './write-archive.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kenny-archive-'));
  file = join(folder, 'one.tar.gz');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MANIFEST: Omit<BackupManifest, 'parts'> = {
  format: 'kenny-backup-1',
  made_at: '2026-01-01T00:00:00.000Z',
  ...{ kenny: '0.1.0', node: '20.19.0', database: 'sqlite', chain: 'c' },
  audit_head: { seq: 1, sha256: 'a' },
  server_key: { fingerprint: 'f', inside: true },
};
const PARTS = { 'kenny.sqlite': 'rows', 'server.key': 'secret', 'prompts/é a.md': 'hello' };

async function written(parts: Record<string, string> = PARTS): Promise<string> {
  return writeArchive({
    file,
    parts: Object.entries(parts).map(([name, text]) => {
      const from = Buffer.from(text);
      return { name, size: from.length, from };
    }),
    manifest: MANIFEST,
    recipients: [],
    onBytes: () => Promise.resolve(),
    signal: new AbortController().signal,
  });
}

/** The archive with other bytes, packed anew: gzip's own checksum is right again. */
function repacked(change: (tar: Buffer) => Buffer): void {
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)))));
}

const replaced = (from: string, to: string) => (tar: Buffer) => {
  const at = tar.indexOf(from);
  expect(at).toBeGreaterThan(0);
  return Buffer.concat([tar.subarray(0, at), Buffer.from(to), tar.subarray(at + from.length)]);
};

const faultOf = () =>
  readArchive({ file, identities: [] }).then(
    () => 'no fault',
    (error: unknown) => {
      expect(error).toBeInstanceOf(ArchiveFault);
      return (error as Error).message;
    },
  );

describe('an archive', () => {
  it('holds what was put in, and is a tar file for everybody else', async () => {
    const sha256 = await written();
    expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256);
    const taken: Record<string, string> = {};
    const manifest = await readArchive({
      file,
      identities: [],
      take: async (name, bytes) => {
        const chunks: Buffer[] = [];
        for await (const chunk of bytes) chunks.push(chunk);
        taken[name] = Buffer.concat(chunks).toString();
      },
    });
    expect(taken).toEqual(PARTS);
    expect(manifest.parts.map(({ name }) => name)).toEqual(Object.keys(PARTS));
    execFileSync('tar', ['-xzf', file, '-C', folder]);
    expect(readFileSync(join(folder, 'prompts/é a.md'), 'utf8')).toBe('hello');
  });

  it.each([
    ['a changed byte', replaced('secret', 'public'), 'server.key is damaged'],
    ['a damaged heading', replaced('server.key', 'server.kex'), 'the heading of a part is damaged'],
    ['half of it', (tar: Buffer) => tar.subarray(0, 1_538), 'damaged at server.key'],
    ['nothing', () => TAR_END, 'ends without manifest.json'],
  ])('with %s says which part it is', async (_, change, words) => {
    await written();
    repacked(change);
    expect(await faultOf()).toContain(words);
  });

  it('is no archive when it is something else', async () => {
    writeFileSync(file, 'hello, I am a text');
    expect(await faultOf()).toContain('damaged at its beginning');
  });

  it('may not name a place outside of the folder, nor leave out a part or bring one more', async () => {
    await written({ '../evil': 'x' });
    expect(await faultOf()).toContain('leads elsewhere');
    rmSync(file);
    await written();
    const extra = Buffer.from('x');
    repacked((tar) => Buffer.concat([tarHeader('more', 1, 0), extra, tarPadding(1), tar]));
    expect(await faultOf()).toContain('more is not in its manifest');
  });

  it('is not there, which is all that happens', async () => {
    const missing = readArchive({ file: join(folder, 'none'), identities: [] });
    await expect(missing).rejects.toThrow('ENOENT');
    await settled();
  });

  it.each(['plain', 'encrypted'])(
    'ends at a part that becomes shorter and when it is stopped, %s',
    async (kind) => {
      const key = await identityToRecipient(await generateX25519Identity());
      const recipients = kind === 'plain' ? [] : [key];
      const work = {
        ...{ file, manifest: MANIFEST, recipients },
        parts: [{ name: 'server.key', size: 9, from: Buffer.from('short') }],
        onBytes: () => Promise.resolve(),
        signal: new AbortController().signal,
      };
      await expect(writeArchive(work)).rejects.toThrow('became shorter');
      rmSync(file, { force: true });
      const stop = new AbortController();
      const onBytes = () => {
        stop.abort();
        return Promise.reject(new Error('stopped'));
      };
      await expect(writeArchive({ ...work, onBytes, signal: stop.signal })).rejects.toThrow();
      await settled();
    },
  );

  it('writes sizes beyond eight gigabytes as GNU tar does', async () => {
    const size = 9 * 1024 ** 3;
    const [entry] = [await readTar(once(tarHeader('big', size, 0))).next()];
    expect(entry.value).toMatchObject({ name: 'big', size });
  });
});

/** An error that nobody listens to would have ended the process by then. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}
