import { shellWord } from '@kenny/kernel';
import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { isSea } from 'node:sea';
import { errorCode } from '../errors/error-code.js';
import { replaceFile } from '../platform/state-files.js';
import type { ServicePaths } from './service-paths.js';

export interface OwnProgram {
  readonly file: string;
  /** Set for the bundle; a single executable contains its own Node. */
  readonly node: string | undefined;
}

/** A single executable has no bundle file, and its argv repeats the executable. */
export async function ownProgram(): Promise<OwnProgram> {
  if (isSea()) return { file: await realpath(process.execPath), node: undefined };
  const script = process.argv[1];
  if (script === undefined) throw new Error('this process does not know its own program');
  return { file: await realpath(script), node: await realpath(process.execPath) };
}

/**
 * Installs the program and its link. A running program is replaced by a rename; a repair run from
 * the installed program itself leaves it as it is.
 */
export async function placeProgram(own: OwnProgram, paths: ServicePaths): Promise<void> {
  await mkdir(paths.programFolder, { recursive: true, mode: 0o755 });
  await chmod(paths.programFolder, 0o755);
  if (own.file !== paths.program) await copyProgram(own, paths.program);
  await chmod(paths.program, 0o755);
  await placeLink(paths);
}

async function copyProgram({ file, node }: OwnProgram, target: string): Promise<void> {
  if (node === undefined) {
    const fresh = `${target}.new`;
    await rm(fresh, { force: true });
    await copyFile(file, fresh, constants.COPYFILE_EXCL);
    await rename(fresh, target);
    return;
  }
  const bundle = await readFile(file, 'utf8');
  await replaceFile(target, startWith(node) + bundle.replace(/^#![^\n]*\n/, ''), 0o755);
}

/** Limit of a `#!` line: one word, and a short one on older kernels. */
const INTERPRETER = /^\/[^\s]{1,120}$/;

/**
 * First line of a program that runs under this very Node: a service's PATH differs from that of the
 * person who installs. If the kernel cannot take the path, a shell does; to Node that line is a
 * string and a comment.
 */
function startWith(node: string): string {
  if (INTERPRETER.test(node)) return `#!${node}\n`;
  if (/[\r\n\u2028\u2029]/.test(node)) throw new Error('the path of Node has a line break in it');
  return `#!/bin/sh\n':' //; exec ${shellWord(node)} "$0" "$@"\n`;
}

async function placeLink({ command, program }: ServicePaths): Promise<void> {
  const folder = dirname(command);
  await mkdir(folder, { recursive: true });
  await rm(command, { force: true });
  await symlink(relative(folder, program), command);
}

/** Removes the link if it is ours; an agent installed by hand stays. */
export async function removeLink({ command, program }: ServicePaths): Promise<void> {
  try {
    if (resolve(dirname(command), await readlink(command)) === program) await rm(command);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'EINVAL') throw error; // no link, or no file at all
  }
}
