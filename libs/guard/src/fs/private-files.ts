import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Device and inode; on Windows the volume and the number of the file. */
type Identity = Pick<BigIntStats, 'dev' | 'ino'>;

/**
 * Files that no tool may read, identified by inode and not by name: hard links and bind mounts to
 * them are refused too.
 */
export class PrivateFiles {
  private constructor(private readonly known: ReadonlySet<string>) {}

  /** As they are now: a file that was replaced meanwhile is another one. Those that are not there, or
   * may not be looked at, are left out. */
  static async at(paths: Iterable<string>): Promise<PrivateFiles> {
    const found = await Promise.all(
      [...new Set(paths)].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
    );
    return new PrivateFiles(new Set(found.flatMap((stats) => (stats ? [keyOf(stats)] : []))));
  }

  static readonly none = new PrivateFiles(new Set());

  has(stats: Identity): boolean {
    return this.known.has(keyOf(stats));
  }
}

const keyOf = ({ dev, ino }: Identity) => `${dev}:${ino}`;
