import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file system of a few MiB, to be filled to its last byte. Mounting it takes root. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'kenny-disk-'));
  private readonly filler = join(this.folder, 'filler');

  constructor(private readonly mebibytes: number) {}

  /** @throws Error where it cannot be mounted */
  mount(): void {
    const options = ['-t', 'tmpfs', '-o', `size=${this.mebibytes}m`, 'kenny-test', this.folder];
    execFileSync('mount', options, { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }

  /** For the end: its folder. */
  remove(): void {
    rmdirSync(this.folder);
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

interface Runner {
  describe: ((name: string, tests: () => void) => void) & {
    skip: (name: string, tests: () => void) => void;
  };
  beforeEach: (work: () => void) => void;
  afterEach: (work: () => void) => void;
  afterAll: (work: () => void) => void;
}

/**
 * Tests on a disk of their own, empty for each. Where it cannot be mounted one line says why.
 * @param runner the functions of the test runner
 */
export function describeOnSmallDisk(
  runner: Runner,
  name: string,
  mebibytes: number,
  tests: (disk: SmallDisk) => void,
): void {
  const disk = new SmallDisk(mebibytes);
  try {
    disk.mount();
    disk.unmount();
  } catch (error) {
    disk.remove();
    process.stdout.write(`not tried: ${name} (no disk can be mounted: ${String(error).trim()})\n`);
    runner.describe.skip(name, () => tests(disk));
    return;
  }
  runner.describe(name, () => {
    runner.beforeEach(() => disk.mount());
    runner.afterEach(() => disk.unmount());
    runner.afterAll(() => disk.remove());
    tests(disk);
  });
}

function written(handle: number, bytes: Buffer): boolean {
  try {
    return writeSync(handle, bytes) > 0;
  } catch {
    return false; // full: that is what was wanted
  }
}
