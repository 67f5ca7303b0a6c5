import { PACKAGE_FILES } from '@kenny/contract/agent';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getAsset, isSea } from 'node:sea';

/** The asset in the executable and the file beside it. */
const LIBRARY = PACKAGE_FILES.ffi;

/** A function of a Windows library. Buffers are handed over by their address. */
export type NativeFunction = (...args: NativeValue[]) => unknown;
export type NativeValue = number | bigint | string | Buffer | null;

/** What we use of koffi: all structures are read out of buffers by our own code. */
export interface NativeLibrary {
  load(name: string): { func(declaration: string): NativeFunction };
  /** Where a buffer lies, to find what the pointers inside it point to. */
  address(buffer: Buffer): bigint;
  /** Memory that Windows owns, as bytes. */
  view(pointer: bigint, length: number): ArrayBuffer;
}

/**
 * Loads the library with which we call Windows. Only short-lived children may: a wrong declaration is
 * a page fault and not an exception.
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

/** A build that is not one file (a developer's) has it beside the bundle. */
function besideBundle(): string {
  return join(dirname(process.argv[1] ?? '.'), LIBRARY);
}

/**
 * The single executable carries it inside and lays it beside itself, where only administrators write:
 * in a folder for everybody another library could be put in its place and would run as SYSTEM.
 */
function besideProgram(): string {
  const file = join(dirname(process.execPath), LIBRARY);
  placeLibrary(file, Buffer.from(getAsset(LIBRARY)));
  return file;
}

/** Writes the file unless the very same bytes are there already; afterwards they are. */
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

/** A loaded library cannot be replaced on Windows, but it can be moved aside. */
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
