import { lstatSync, readdirSync } from 'node:fs';
import { join, toNamespacedPath } from 'node:path';
import { accountAt, accountsLetIn, WELL_KNOWN, type AccountId } from './access-list.js';
import type { NativeLibrary } from './library.js';
import { handleOf } from './memory-layout.js';

const SDDL_REVISION = 1;
const OWNER = 1;
const LIST = 4;
const TOKEN_QUERY = 8;
const TOKEN_USER = 1;
/** The most that Windows lets a descriptor have. */
const DESCRIPTOR_BYTES = 64 * 1024;
const CURRENT_PROCESS = -1;

/**
 * The administrators own it, they and Local System may do everything, everything that is made in it is
 * theirs, and nothing is taken over from the folder above.
 */
const ONLY_SYSTEM = 'O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)';

/**
 * Gives a folder and everything in it to Local System and the administrators, and reads back that it
 * is so: `icacls` may be missing, and may say that it is done when it is not.
 * @throws Error when somebody else is let in to a part of it afterwards
 */
export function lockTree(library: NativeLibrary, folder: string): void {
  const write = descriptorWriter(library, ONLY_SYSTEM);
  const letIn = accountReader(library);
  const ours: ReadonlySet<AccountId> = new Set([
    WELL_KNOWN.system,
    WELL_KNOWN.administrators,
    ownAccount(library),
  ]);
  // From above, so that nobody can put anything in behind our back.
  for (const path of treeOf(folder)) {
    write(path);
    const others = letIn(path).filter((account) => !ours.has(account));
    if (others.length > 0) throw new Error(`${path} is open to ${others.join(', ')}`);
  }
}

/** The folder and what is in it. Links are locked themselves, not what they lead to. */
function* treeOf(path: string): Generator<string> {
  yield path;
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) yield* treeOf(join(path, name));
}

function descriptorWriter(library: NativeLibrary, sddl: string): (path: string) => void {
  const api = library.load('advapi32.dll');
  const parse = api.func(
    'int __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, ' +
      'uint32_t revision, void *descriptor, void *size)',
  );
  const set = api.func(
    'int __stdcall SetFileSecurityW(str16 path, uint32_t what, int64_t descriptor)',
  );
  // Windows' memory, which this short-lived process never gives back.
  const pointer = Buffer.alloc(8);
  if (!parse(sddl, SDDL_REVISION, pointer, null)) throw new Error('Windows knows no such rights');
  const descriptor = pointer.readBigInt64LE(0);
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

/** Local System in the service; whoever installs, in the installation. */
function ownAccount(library: NativeLibrary): AccountId {
  const api = library.load('advapi32.dll');
  const open = api.func(
    'int __stdcall OpenProcessToken(int64_t process, uint32_t access, void *token)',
  );
  const ask = api.func(
    'int __stdcall GetTokenInformation(int64_t token, int what, void *data, uint32_t size, void *needed)',
  );
  const token = Buffer.alloc(8);
  const opened = open(CURRENT_PROCESS, TOKEN_QUERY, token);
  const handle = opened ? handleOf(token.readBigInt64LE(0)) : undefined;
  const [user, needed] = [Buffer.alloc(256), Buffer.alloc(4)];
  if (handle === undefined || !ask(handle, TOKEN_USER, user, user.length, needed)) {
    throw new Error('Windows does not say whose process this is');
  }
  // TOKEN_USER begins with a pointer into the same block.
  return accountAt(user, Number(user.readBigUInt64LE(0) - library.address(user)));
}

function lastError(library: NativeLibrary): string {
  return `error ${String(library.load('kernel32.dll').func('uint32_t __stdcall GetLastError()')())}`;
}
