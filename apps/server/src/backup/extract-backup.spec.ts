import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tempDirs } from '../../test/temp-dir.js';
import { writeArchive } from './archive/write-archive.js';
import { extractBackup } from './extract-backup.js';

const newDir = tempDirs();
const MIB = 1024 * 1024;

it('is not unpacked into the room that a server needs, and nothing of it is left', async () => {
  const file = join(newDir(), 'one.tar.gz');
  const from = Buffer.alloc(20 * MIB);
  await writeArchive({
    file,
    parts: [{ name: 'kenny.sqlite', size: from.length, from }],
    manifest: {
      ...{ format: 'kenny-backup-1', made_at: '2026-11-26T03:00:00.000Z', kenny: '0.1.0' },
      ...{ node: '20.19.0', database: 'sqlite', chain: 'c' },
      audit_head: { seq: 1, sha256: 'a' },
      server_key: { fingerprint: 'f', inside: true },
    },
    recipients: [],
    onBytes: () => Promise.resolve(),
    signal: new AbortController().signal,
  });
  const to = join(newDir(), 'restored');
  const leave = Number.MAX_SAFE_INTEGER;
  const extracted = extractBackup({ file, identities: [], to, serverSeed: null, leave });
  await expect(extracted).rejects.toThrow('there is no room for it here');
  expect(existsSync(to)).toBe(false);
});
