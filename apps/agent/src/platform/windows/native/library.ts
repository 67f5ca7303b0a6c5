import { PACKAGE_FILES } from '@kenny/contract/agent';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getAsset, isSea } from 'node:sea';

/** Name of the asset in the executable, and of the file beside it. */
const LIBRARY = PACKAGE_FILES.ffi;

/** A native function. Buffers are passed by address. */
export type NativeFunction = (...args: NativeValue[]) => unknown;
export type NativeValue = number | bigint | string | Buffer | null;

/** The part of koffi that we use: our own code decodes all structures from buffers. */
export interface NativeLibrary {
  load(name: string): { func(declaration: string): NativeFunction };
  /** Address of a buffer, to resolve pointers into it. */
  address(buffer: Buffer): bigint;
  /** Memory owned by Windows, as bytes. */
  view(pointer: bigint, length: number): ArrayBuffer;
}

/**
 * Loads the library for native calls. Only in short-lived children: a wrong declaration crashes the
 * process instead of throwing.
 */
export function loadNativeLibrary(): NativeLibrary {
  const loaded: { exports: object } = { exports: {} };
  process.dlopen(loaded, isSea() ? besideProgram() : besideBundle());
  if (!isLibrary(loaded.exports)) throw new Error(`${LIBRARY} is not what it should be`);
  return loaded.exports;
}

function isLibrary(exports: object): exports is NativeLibrary {
  return ['load', 'address', 'view'].every(
    (name) => typeof Reflect.get(exports, name) === 'function',
  );
}

/** A development build has it beside the bundle. */
function besideBundle(): string {
  return join(dirname(process.argv[1] ?? '.'), LIBRARY);
}

/**
 * The single executable extracts it beside itself, where only administrators may write: in a shared
 * folder it could be replaced and would run as SYSTEM.
 */
function besideProgram(): string {
  const file = join(dirname(process.execPath), LIBRARY);
  placeLibrary(file, Buffer.from(getAsset(LIBRARY)));
  return file;
}

/** Writes the file unless its content is identical already. */
export function placeLibrary(file: string, content: Buffer): void {
  const wanted = hashOf(content);
  if (existsSync(file) && hashOf(readFileSync(file)) === wanted) return;
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, content, { flag: 'wx' });
  try {
    replace(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  if (hashOf(readFileSync(file)) !== wanted) throw new Error(`${file} was changed by somebody`);
}

/** Windows cannot replace a loaded library, but can rename it. */
function replace(temporary: string, file: string): void {
  try {
    renameSync(temporary, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
    renameSync(file, `${file}.${randomBytes(6).toString('hex')}.old`);
    renameSync(temporary, file);
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
