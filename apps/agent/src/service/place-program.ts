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

/** The program this process runs. */
export interface OwnProgram {
  readonly file: string;
  /** Set for the bundle, which needs it; a single executable brings its own. */
  readonly node: string | undefined;
}

/** Inside a single executable there is no file of the bundle, and argv repeats the executable. */
export async function ownProgram(): Promise<OwnProgram> {
  if (isSea()) return { file: await realpath(process.execPath), node: undefined };
  const script = process.argv[1];
  if (script === undefined) throw new Error('this process does not know its own program');
  return { file: await realpath(script), node: await realpath(process.execPath) };
}

/**
 * Puts the program and its link where the service expects them. A running program is replaced by a
 * rename, and a repair that is run from the installed program itself leaves it as it is.
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

/** What fits into the first line of a script: one word, and not a long one on older kernels. */
const INTERPRETER = /^\/[^\s]{1,120}$/;

/**
 * The beginning of a program that runs under this very Node: a service has another PATH than the
 * person who installs. Where the kernel could not read the path, a shell does; to Node its line is
 * a text and a comment.
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

/** Takes the link away if it is ours; an agent that was put there by hand is not. */
export async function removeLink({ command, program }: ServicePaths): Promise<void> {
  try {
    if (resolve(dirname(command), await readlink(command)) === program) await rm(command);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'EINVAL') throw error; // no link, or no file at all
  }
}
