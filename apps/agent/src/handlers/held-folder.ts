import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';

const IS_LINUX = process.platform === 'linux';
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

/**
 * A folder that is held open, reached step by step without following any link. On Linux what is done
 * below `path` is done in this very folder, even if somebody renames it or puts a link in its place.
 */
export class HeldFolder {
  private constructor(
    private readonly handle: FileHandle | undefined,
    /** For the system. */
    readonly path: string,
    /** For people. */
    readonly shown: string,
    readonly device: bigint,
  ) {}

  /** @throws ENOTDIR or ELOOP where a part of the path is a link, and what the system says else */
  static async at(path: string): Promise<HeldFolder> {
    const { root } = parse(path);
    const names = path.slice(root.length).split(sep).filter(Boolean);
    let folder = await HeldFolder.open(root, root);
    for (const name of names) folder = await folder.releaseInto(name);
    return folder;
  }

  child(name: string): Promise<HeldFolder> {
    return HeldFolder.open(join(this.path, name), join(this.shown, name));
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }

  private async releaseInto(name: string): Promise<HeldFolder> {
    try {
      return await this.child(name);
    } finally {
      await this.close();
    }
  }

  private static async open(path: string, shown: string): Promise<HeldFolder> {
    if (!IS_LINUX) {
      const stats = await lstat(path, { bigint: true });
      if (!stats.isDirectory()) throw notAFolder(shown);
      return new HeldFolder(undefined, path, shown, stats.dev);
    }
    const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    let stats: BigIntStats;
    try {
      stats = await handle.stat({ bigint: true });
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new HeldFolder(handle, `/proc/self/fd/${handle.fd}`, shown, stats.dev);
  }
}

function notAFolder(path: string): Error {
  return Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
}
