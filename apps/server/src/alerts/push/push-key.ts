import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import webPush, { type VapidKeys } from 'web-push';
import { APP_CONFIG, createDurably, type AppConfig } from '../../config/index.js';
import { Writer } from '../../database/index.js';

/**
 * The one key by which push services know this server (RFC 8292). Browsers subscribe for it: with
 * another one, each has to be switched on again, so it is part of a backup.
 */
@Injectable()
export class PushKey {
  private readonly file: string;
  private keys: VapidKeys | undefined;

  constructor(
    @Inject(APP_CONFIG) { dataDir }: Pick<AppConfig, 'dataDir'>,
    // The open database means: the folder is there, private, and nobody else's.
    _openDatabase: Writer,
  ) {
    this.file = join(dataDir, SERVER_FILES.pushKey);
  }

  /** Made when it is first needed. @throws Error when the file holds something else */
  get(): VapidKeys {
    return (this.keys ??= this.read() ?? this.make());
  }

  private read(): VapidKeys | undefined {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if (isObject(error) && error['code'] === 'ENOENT') return undefined;
      throw error;
    }
    const stored: unknown = JSON.parse(text);
    const { publicKey, privateKey } = isObject(stored) ? stored : {};
    if (typeof publicKey === 'string' && typeof privateKey === 'string') {
      return { publicKey, privateKey };
    }
    throw new Error(`${this.file} holds no key. Restore it from a backup, or remove it.`);
  }

  private make(): VapidKeys {
    const keys = webPush.generateVAPIDKeys();
    createDurably(this.file, `${JSON.stringify(keys)}\n`);
    return keys;
  }
}
