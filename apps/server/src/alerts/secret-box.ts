import { SERVER_FILES } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_CONFIG, createDurably, type AppConfig } from '../config/index.js';
import { Writer } from '../database/index.js';
import { KennyError } from '../kernel/index.js';

const CIPHER = 'aes-256-gcm';
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];

/**
 * Secrets of channels as the database keeps them: sealed with a key that lies in a private file of
 * the data folder, so that a copy of the database alone opens none (ADR 0084).
 */
@Injectable()
export class SecretBox {
  private readonly file: string;
  private key: Buffer | undefined;

  constructor(
    @Inject(APP_CONFIG) { dataDir }: Pick<AppConfig, 'dataDir'>,
    // The open database means: the folder is there, private, and nobody else's.
    _openDatabase: Writer,
  ) {
    this.file = join(dataDir, SERVER_FILES.alertsKey);
  }

  /**
   * @param owner - the row it belongs to: moved to another one, it does not open
   * @throws KennyError `conflict` when the key file is damaged
   */
  seal(secret: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.theKey(), nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Undefined when it cannot be opened: the key file is another one or damaged, or the row was changed. */
  open(sealed: string, owner: string): string | undefined {
    try {
      const bytes = Buffer.from(sealed, 'base64');
      const [tag, text] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES];
      const decipher = createDecipheriv(CIPHER, this.theKey(), bytes.subarray(0, tag))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(tag, text));
      return Buffer.concat([decipher.update(bytes.subarray(text)), decipher.final()]).toString();
    } catch {
      return undefined;
    }
  }

  /** Made when it is first needed. */
  private theKey(): Buffer {
    return (this.key ??= this.read() ?? this.make());
  }

  private read(): Buffer | undefined {
    try {
      const key = Buffer.from(readFileSync(this.file, 'utf8').trim(), 'base64');
      if (key.length === KEY_BYTES) return key;
      throw new KennyError(
        'conflict',
        `${this.file} is damaged. Restore it from a backup, or remove it and enter the secrets of all channels again.`,
      );
    } catch (error) {
      if (isObject(error) && error['code'] === 'ENOENT') return undefined;
      throw error;
    }
  }

  private make(): Buffer {
    const key = randomBytes(KEY_BYTES);
    createDurably(this.file, `${key.toString('base64')}\n`);
    return key;
  }
}
