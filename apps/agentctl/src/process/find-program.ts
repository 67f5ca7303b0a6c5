import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { errorCode } from '../errors/error-code.js';
import { Refusal } from '../errors/refusal.js';

/** Where programs are looked for when the environment does not say. */
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';
/** Kernels read no longer first line of a script. */
const FIRST_LINE_BYTES = 256;

/**
 * The file that a command's first word names, and whether it can run: a shell would say so only in
 * its exit code.
 * @throws Refusal in words that name the command
 */
export async function findProgram(
  word: string,
  { cwd, path = DEFAULT_PATH }: { cwd: string; path?: string | undefined },
): Promise<string> {
  if (word.includes('/')) {
    const file = resolve(cwd, word);
    const why = await whyNot(file, word);
    if (why) throw why;
    return file;
  }
  let refused: Refusal | undefined;
  for (const folder of path.split(delimiter)) {
    const file = join(isAbsolute(folder) ? folder : resolve(cwd, folder), word);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) continue;
    const why = await whyNot(file, word);
    if (!why) return file;
    refused ??= why;
  }
  throw refused ?? notFound(word, `It is in no folder of the agent's PATH (${path}).`);
}

/** @throws Refusal when the folder that the agent shall start in is none */
export async function assertFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw cannotStart(
    `the agent's folder ${JSON.stringify(cwd)} is not there`,
    'Create it, or name another.',
  );
}

const cannotStart = (why: string, details: string): Refusal =>
  new Refusal('internal_error', `agent cannot be started: ${why}`, details);

const notFound = (word: string, details: string): Refusal =>
  cannotStart(`${JSON.stringify(word)} was not found (ENOENT)`, details);

/** Why a file cannot be run; undefined when it can. */
async function whyNot(file: string, word: string): Promise<Refusal | undefined> {
  const name = JSON.stringify(word);
  try {
    if ((await stat(file)).isDirectory()) return cannotStart(`${name} is a folder (EACCES)`, file);
    await access(file, constants.X_OK);
  } catch (error) {
    if (errorCode(error) !== 'EACCES') return notFound(word, `${file}: ${errorCode(error)}`);
    return cannotStart(`${name} may not be run (EACCES)`, `Make ${file} executable for this user.`);
  }
  const interpreter = await interpreterOf(file);
  if (interpreter === undefined || (await isThere(interpreter))) return undefined;
  return cannotStart(
    `${name} needs ${JSON.stringify(interpreter)}, which was not found (ENOENT)`,
    `The first line of ${file} names it.`,
  );
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The program that a script names in its first line; undefined for what is no script. */
async function interpreterOf(file: string): Promise<string | undefined> {
  // A program may be executable and not readable.
  const handle = await open(file).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_LINE_BYTES));
    const text = buffer.toString('latin1', 0, bytesRead);
    return /^#![ \t]*(\/[^\s]+)/.exec(text)?.[1];
  } finally {
    await handle.close();
  }
}
