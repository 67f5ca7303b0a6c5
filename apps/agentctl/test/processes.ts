import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Living processes that carry this text in their environment, and are no zombies. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isAlive(pid) && environmentOf(pid).includes(text));
}

/** Living processes with this word among their arguments. */
export function processesNamed(word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => read(`/proc/${pid}/cmdline`).split('\0').includes(word));
}

export function isAlive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  const state = stat.slice(stat.lastIndexOf(')') + 2).charAt(0);
  return state !== '' && state !== 'Z' && state !== 'X';
}

const environmentOf = (pid: number): string => read(`/proc/${pid}/environ`);

/** Empty for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Whether a program is there, for tests that need what is not ours. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
