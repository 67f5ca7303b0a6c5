import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { faultPoint } from '@kenny/kernel';
import { serverSignatures } from '@kenny/handshake/server';
import { StartupError } from '../kernel/index.js';
import type { AppConfig } from './app-config.js';
import { createDurably } from './durable-file.js';
import { ServerIdentity } from './server-identity.js';

const SEED_BYTES = 32;

/**
 * The key pair from KENNY_SERVER_PRIVATE_KEY, else from `server.key` in the data folder, which is
 * made at the first start. The data folder must exist.
 * @throws StartupError when the file is there but holds no key: agents have pinned the old one, so
 * it is never replaced silently.
 */
export class FileServerIdentity extends ServerIdentity {
  private readonly signatures = serverSignatures({ readyKeys: 1 });
  private readonly signer;
  private readonly rawPublicKey: Buffer;
  override readonly publicKey: string;

  constructor({ serverSeed, dataDir }: Pick<AppConfig, 'serverSeed' | 'dataDir'>) {
    super();
    this.signer = this.signatures.createSigner(
      serverSeed ?? loadOrCreate(join(dataDir, SERVER_FILES.key)),
    );
    this.rawPublicKey = Buffer.from(this.signer.publicKey);
    this.publicKey = this.rawPublicKey.toString('base64');
  }

  override sign(message: Uint8Array): Buffer {
    return Buffer.from(this.signer.sign(message));
  }

  override verify(message: Uint8Array, signature: Uint8Array): boolean {
    return this.signatures.verify(this.rawPublicKey, message, signature);
  }
}

function loadOrCreate(file: string): Uint8Array {
  const text = read(file) ?? create(file);
  const seed = Buffer.from(text, 'base64');
  if (seed.length !== SEED_BYTES || seed.toString('base64') !== text) {
    throw new StartupError(
      `${file} does not hold a key (base64 of 32 bytes). Restore it from a backup; if it is lost ` +
        'for good, remove the file, and every agent must be enrolled again.',
    );
  }
  return seed;
}

function read(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    chmodSync(file, 0o600);
    return text;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new StartupError(`${file} cannot be read: ${String(cause)}`, { cause });
  }
}

function create(file: string): string {
  const text = randomBytes(SEED_BYTES).toString('base64');
  try {
    createDurably(file, `${text}\n`);
    faultPoint('server.key_stored');
  } catch (cause) {
    throw new StartupError(`${file} cannot be created: ${String(cause)}`, { cause });
  }
  return text;
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
