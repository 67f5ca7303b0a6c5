import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file system of a few MiB, to be filled to its last byte. */
export class SmallDisk {
  private readonly filler: string;

  constructor(readonly folder: string) {
    this.filler = join(folder, 'filler');
  }

  /** Takes whatever room is left. */
  fill(): void {
    const handle = openSync(this.filler, 'a');
    try {
      // Byte by byte at the end: half a page is room as well.
      for (const size of [65_536, 4_096, 1]) while (written(handle, Buffer.alloc(size)));
    } finally {
      closeSync(handle);
    }
  }

  makeRoom(): void {
    rmSync(this.filler, { force: true });
  }
}

/** Tests on a disk of their own. Where it cannot be mounted (that takes root) one line says why. */
export function describeOnSmallDisk(
  name: string,
  mebibytes: number,
  tests: (disk: SmallDisk) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'kenny-disk-'));
  const mount = () =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'kenny-test', folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const unmount = () => execFileSync('umount', ['--lazy', folder]);
  try {
    mount();
    unmount();
  } catch (error) {
    rmdirSync(folder);
    process.stdout.write(`not tried: ${name} (no disk can be mounted: ${String(error).trim()})\n`);
    describe.skip(name, () => tests(new SmallDisk(folder)));
    return;
  }
  describe(name, () => {
    beforeEach(() => void mount());
    afterEach(() => void unmount());
    afterAll(() => rmdirSync(folder));
    tests(new SmallDisk(folder));
  });
}

function written(handle: number, bytes: Buffer): boolean {
  try {
    return writeSync(handle, bytes) > 0;
  } catch {
    return false; // full: that is what was wanted
  }
}
