import { SERVER_FILES } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';

/** An upload in progress; it is not served under this path. */
export interface Incoming {
  readonly handle: FileHandle;
  readonly path: string;
}

const INCOMING = '.incoming-';

/**
 * `releases` in the data folder: one file for each release. Names are put together here from parts
 * that were judged, never taken from whoever asks.
 */
@Injectable()
export class ReleaseFolder {
  private readonly folder: string;

  constructor(@Inject(APP_CONFIG) { dataDir }: Pick<AppConfig, 'dataDir'>) {
    this.folder = join(dataDir, SERVER_FILES.releases);
  }

  /** Creates the folder, and deletes unfinished uploads and withdrawn releases left by a crash. */
  async prepare(known: ReadonlySet<string>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      if (!known.has(name)) await rm(join(this.folder, name), { recursive: true, force: true });
    }
  }

  async begin(): Promise<Incoming> {
    const path = join(this.folder, INCOMING + randomUUID());
    return { path, handle: await open(path, 'wx', 0o600) };
  }

  /** Synced to disk before the name becomes known. */
  async place({ handle, path }: Incoming, name: string): Promise<void> {
    await handle.sync();
    await handle.close();
    await rename(path, join(this.folder, name));
  }

  async discard({ handle, path }: Incoming): Promise<void> {
    await handle.close();
    await rm(path, { force: true });
  }

  async has(name: string): Promise<boolean> {
    try {
      return (await stat(join(this.folder, name))).isFile();
    } catch {
      return false; // gone, or not to be read: either way it cannot be handed out
    }
  }

  open(name: string): Promise<FileHandle> {
    return open(join(this.folder, name), 'r');
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }
}
