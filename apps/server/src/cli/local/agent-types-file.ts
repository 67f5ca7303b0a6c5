import type { AgentPreset } from '@kenny/contract/client';
import { isObject } from '@kenny/kernel';
import { lchownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDurably } from '../../config/index.js';
import { CliError, fileReason } from '../errors.js';
import type { CliIo } from '../io.js';
import { dataFolderConfig } from './data-folder-config.js';

interface Added {
  readonly written: string;
  readonly key: string;
}

/**
 * The file that alone says which agents may run on the server. Only what kenny knows by itself is
 * added, with the place of its key: no command comes from here.
 */
export class AgentTypesFile {
  private constructor(private readonly file: string) {}

  /** @throws CliError where there is no data folder */
  static of(io: CliIo): AgentTypesFile {
    return new AgentTypesFile(dataFolderConfig(io).tasks.agentTypesFile);
  }

  /** @throws CliError for a file that a person must correct first, or that names it already */
  mustTake({ id }: AgentPreset): void {
    if (!this.types().some((type) => isObject(type) && type['id'] === id)) return;
    throw new CliError('conflict', `${this.file} names ${id} already. Change it there.`);
  }

  /** The key first: a type whose key is not there yet would count. */
  add(preset: AgentPreset, secret: string): Added {
    const { id, name, key } = preset;
    this.mustTake(preset);
    const keyFile = `${id}.key`;
    const place = join(dirname(this.file), keyFile);
    const entry = { id, name, env: { [key.variable]: { file: keyFile } } };
    const text = JSON.stringify({ types: [...this.types(), entry] }, null, 2);
    try {
      this.write(place, secret);
      this.write(this.file, text);
    } catch (error) {
      throw new CliError('internal', `${this.file} cannot be written: ${fileReason(error)}.`);
    }
    return { written: this.file, key: place };
  }

  private types(): readonly unknown[] {
    if (!existsSync(this.file)) return [];
    try {
      const whole: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      if (isObject(whole) && Array.isArray(whole['types'])) return whole['types'];
    } catch (error) {
      throw new CliError(
        'conflict',
        `${this.file} cannot be used: ${fileReason(error)}. Correct it.`,
      );
    }
    throw new CliError('conflict', `${this.file} has no list "types". Correct it first.`);
  }

  /** Root writes for the user of the server, who owns the folder. */
  private write(file: string, content: string): void {
    createDurably(file, `${content}\n`);
    const { uid, gid } = statSync(dirname(file));
    if (process.getuid?.() === 0 && uid !== 0) lchownSync(file, uid, gid);
  }
}
