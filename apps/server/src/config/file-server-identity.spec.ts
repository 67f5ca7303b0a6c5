import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { tempDirs } from '../../test/temp-dir.js';
import { FileServerIdentity } from './file-server-identity.js';

const tempDir = tempDirs();
const from = (dataDir: string, serverSeed: Buffer | null = null) =>
  new FileServerIdentity({ dataDir, serverSeed });

describe('FileServerIdentity', () => {
  it('makes one key at the first start and keeps it', () => {
    const dataDir = tempDir();
    const first = from(dataDir);
    expect(from(dataDir).publicKey).toBe(first.publicKey);
    expect(readdirSync(dataDir)).toEqual([SERVER_FILES.key]);
    expect(from(tempDir()).publicKey).not.toBe(first.publicKey);
  });

  it('keeps the key file to itself, also one that was too open', () => {
    const dataDir = tempDir();
    const file = join(dataDir, SERVER_FILES.key);
    const mode = () => statSync(file).mode & 0o777;
    from(dataDir);
    expect(mode()).toBe(0o600);
    chmodSync(file, 0o644);
    from(dataDir);
    expect(mode()).toBe(0o600);
  });

  it('takes the seed of the configuration and writes nothing then', () => {
    const dataDir = tempDir();
    const seed = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
    // RFC 8032 arithmetic over the seed 00 01 … 1f, as in the protocol's golden vectors.
    expect(from(dataDir, seed).publicKey).toBe('A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('signs what it verifies, and nothing else verifies', () => {
    const identity = from(tempDir());
    const message = Buffer.from('checkpoint');
    const signature = identity.sign(message);
    expect(signature).toHaveLength(64);
    expect(identity.verify(message, signature)).toBe(true);
    expect(identity.verify(Buffer.from('checkpoinT'), signature)).toBe(false);
    expect(from(tempDir()).verify(message, signature)).toBe(false);
    expect(identity.verify(message, signature.subarray(1))).toBe(false);
  });

  it.each(['', 'not a key', Buffer.alloc(31).toString('base64'), Buffer.alloc(32).toString('hex')])(
    'never replaces a key file that is damaged (%j), and says what to do',
    (content) => {
      const dataDir = tempDir();
      const file = join(dataDir, SERVER_FILES.key);
      writeFileSync(file, content);
      expect(() => from(dataDir)).toThrow(/does not hold a key.*Restore it from a backup/);
      expect(readFileSync(file, 'utf8')).toBe(content);
    },
  );

  it('says which folder is missing', () => {
    expect(() => from('/nowhere/at/all')).toThrow('/nowhere/at/all/server.key cannot be created');
  });
});
