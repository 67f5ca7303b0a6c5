import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

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

  /** Nothing can be written any more, as after a fault of the file system. */
  readOnly(on) {
    mount('-o', `remount,${on ? 'ro' : 'rw'}`, this.path);
  }
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
    // Open files that are being written to keep a disk from becoming read-only; that is no refusal.
    if (words.includes('busy')) throw new Error(words);
    throw new NotHere(`a mount is not possible here (${words.split('\n')[0]})`);
  }
}
