import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve, toNamespacedPath } from 'node:path';
import { accountsLetIn, WELL_KNOWN, type AccountId } from './access-list.js';
import type { NativeLibrary } from './library.js';
import { openedFolder } from './open-folder.js';
import { descriptorOf, ownAccount } from './rights.js';

const OWNER = 1;
const LIST = 4;
/** Largest security descriptor. */
const DESCRIPTOR_BYTES = 64 * 1024;

/**
 * Owned by the administrators; they and Local System have full access, which new entries inherit;
 * nothing is inherited from the parent folder.
 */
const ONLY_SYSTEM = 'O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)';

/**
 * Gives a folder and everything in it to Local System and the administrators, and verifies that:
 * `icacls` may be missing, and may report success when it failed.
 * @throws Error when anybody else has access to a part of it, or owns it, or when its path leads
 * elsewhere: whoever may write to the parent folder could replace it by a junction at any moment
 */
export function lockTree(library: NativeLibrary, folder: string): void {
  const write = descriptorWriter(library, ONLY_SYSTEM);
  const letIn = accountReader(library);
  const ours: ReadonlySet<AccountId> = new Set([
    WELL_KNOWN.system,
    WELL_KNOWN.administrators,
    // Local System in the service; the installing user during installation.
    ownAccount(library),
  ]);
  mustBeItself(library, folder);
  // From the top, so that nobody can add anything meanwhile.
  for (const path of treeOf(folder)) {
    write(path);
    const others = letIn(path).filter((account) => !ours.has(account));
    if (others.length > 0) throw new Error(`${path} is open to ${others.join(', ')}`);
  }
  // Check again: from now on nobody else can replace it.
  const owner = mustBeItself(library, folder);
  if (!ours.has(owner)) throw new Error(`${folder} belongs to ${owner}`);
}

/** The folder is where its name says; its parent may be reached by a link. @returns its owner */
function mustBeItself(library: NativeLibrary, folder: string): AccountId {
  const named = resolve(folder);
  const above = openedFolder(library, dirname(named)).path;
  const { path, owner } = openedFolder(library, named);
  if (path.toLowerCase() === join(above, basename(named)).toLowerCase()) return owner;
  throw new Error(
    `${folder} is a link to ${path}; if somebody prepared it, remove it and try again`,
  );
}

/** The folder and its entries. Links are locked themselves, not their targets. */
function* treeOf(path: string): Generator<string> {
  yield path;
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) yield* treeOf(join(path, name));
}

function descriptorWriter(library: NativeLibrary, sddl: string): (path: string) => void {
  const set = library
    .load('advapi32.dll')
    .func('int __stdcall SetFileSecurityW(str16 path, uint32_t what, int64_t descriptor)');
  const descriptor = descriptorOf(library, sddl);
  return (path) => {
    if (set(toNamespacedPath(path), OWNER | LIST, descriptor)) return;
    throw new Error(`${path} cannot be locked: ${lastError(library)}`);
  };
}

function accountReader(library: NativeLibrary): (path: string) => AccountId[] {
  const get = library
    .load('advapi32.dll')
    .func(
      'int __stdcall GetFileSecurityW(str16 path, uint32_t what, void *descriptor, uint32_t size, ' +
        'void *needed)',
    );
  const [descriptor, needed] = [Buffer.alloc(DESCRIPTOR_BYTES), Buffer.alloc(4)];
  return (path) => {
    if (get(toNamespacedPath(path), LIST, descriptor, DESCRIPTOR_BYTES, needed)) {
      return accountsLetIn(descriptor);
    }
    throw new Error(`nobody can tell who may read ${path}: ${lastError(library)}`);
  };
}

function lastError(library: NativeLibrary): string {
  return `error ${String(library.load('kernel32.dll').func('uint32_t __stdcall GetLastError()')())}`;
}
