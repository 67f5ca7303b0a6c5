import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** What cannot be done on this machine, in words for the table. */
export class NotHere extends Error {}

const STEPS = [1024 * 1024, 4096, 64];

/** A disk of its own of this size, in memory. @throws NotHere where mounts are not permitted */
export function smallDisk(world, path, mib, mode = '0700') {
  mkdirSync(path, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${mib}m,mode=${mode}`, 'none', path);
  world.onUnmount(() => execFileSync('umount', ['--lazy', path]));
  return new SmallDisk(path);
}

class SmallDisk {
  constructor(path) {
    this.path = path;
    this.ballast = join(path, 'ballast');
  }

  /** Not one byte is left; again after something was given back. */
  fill() {
    const file = openSync(this.ballast, 'a');
    try {
      for (const bytes of STEPS) fillBy(file, Buffer.alloc(bytes, 'x'));
    } finally {
      closeSync(file);
    }
  }

  free() {
    rmSync(this.ballast, { force: true });
  }
}

/** A file system of its own that can find a fault in itself. @throws NotHere */
export function failingDisk(world, path, mib) {
  mkdirSync(path, { recursive: true });
  const image = join(world.folder, 'disk.img');
  writeFileSync(image, '');
  truncateSync(image, mib * 1024 * 1024);
  attempt('mkfs.ext4', '-q', '-F', image);
  const on = () => mount('-o', 'loop,errors=remount-ro', image, path);
  on();
  chmodSync(path, 0o700);
  world.onUnmount(() => execFileSync('umount', ['--lazy', path]));
  return {
    fail() {
      const source = attempt('findmnt', '-n', '-o', 'SOURCE', path).trim();
      const trigger = `/sys/fs/ext4/${basename(source)}/trigger_fs_error`;
      // The answer to this very write is that nothing can be written.
      spawnSync('sh', ['-c', `echo fault > ${trigger}`]);
      const options = attempt('findmnt', '-n', '-o', 'OPTIONS', path);
      if (!/\bro\b|emergency_ro/.test(options)) throw new NotHere('ext4 here fails no file system');
    },
    /** Nobody works on it. */
    repair() {
      execFileSync('umount', [path]);
      spawnSync('e2fsck', ['-y', image]);
      on();
    },
  };
}

function attempt(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new NotHere(`${program} does not work here (${(stderr || error?.message || '').trim()})`);
}

function fillBy(file, bytes) {
  try {
    for (;;) if (writeSync(file, bytes) < bytes.length) return;
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  }
}

function mount(...args) {
  try {
    execFileSync('mount', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const words = String(error.stderr ?? error.message).trim();
    throw new NotHere(`a mount is not possible here (${words.split('\n')[0]})`);
  }
}
