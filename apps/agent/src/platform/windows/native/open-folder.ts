import { toNamespacedPath } from 'node:path';
import { accountAt, type AccountId } from './access-list.js';
import { closeHandle } from './handles.js';
import type { NativeLibrary } from './library.js';
import { handleOf } from './memory-layout.js';

/** READ_CONTROL: read its security descriptor, not its content. */
const READ_CONTROL = 0x2_0000;
/** Shared for read, write and delete, so that we block nobody. */
const SHARE_ALL = 7;
const OPEN_EXISTING = 3;
/** FILE_FLAG_BACKUP_SEMANTICS: needed to open a folder. */
const FOLDERS_TOO = 0x0200_0000;
const OWNER = 1;
/** SECURITY_DESCRIPTOR_RELATIVE: offset of the owner. */
const OWNER_AT = 4;
const DESCRIPTOR_BYTES = 64 * 1024;
const PATH_CHARS = 32_768;

/** What a path leads to, asked of the handle and not of the name. */
export interface OpenedFolder {
  /** Full path with all links resolved. */
  readonly path: string;
  readonly owner: AccountId;
}

/** @throws Error when it cannot be opened or queried */
export function openedFolder(library: NativeLibrary, path: string): OpenedFolder {
  const [system, rights] = [library.load('kernel32.dll'), library.load('advapi32.dll')];
  const open = system.func(
    'int64_t __stdcall CreateFileW(str16 path, uint32_t access, uint32_t share, void *security, ' +
      'uint32_t how, uint32_t flags, void *template)',
  );
  const pathOf = system.func(
    'uint32_t __stdcall GetFinalPathNameByHandleW(int64_t file, void *path, uint32_t length, ' +
      'uint32_t flags)',
  );
  const ownerOf = rights.func(
    'int __stdcall GetKernelObjectSecurity(int64_t object, uint32_t what, void *descriptor, ' +
      'uint32_t size, void *needed)',
  );
  const given = open(
    ...[toNamespacedPath(path), READ_CONTROL, SHARE_ALL, null, OPEN_EXISTING, FOLDERS_TOO, null],
  );
  const handle = handleOf(given);
  if (handle === undefined) throw new Error(`${path} cannot be opened`);
  try {
    const text = Buffer.alloc(2 * PATH_CHARS);
    const length = Number(pathOf(handle, text, PATH_CHARS, 0));
    if (length === 0 || length >= PATH_CHARS) {
      throw new Error(`Windows does not say where ${path} leads`);
    }
    const [descriptor, needed] = [Buffer.alloc(DESCRIPTOR_BYTES), Buffer.alloc(4)];
    if (!ownerOf(handle, OWNER, descriptor, descriptor.length, needed)) {
      throw new Error(`Windows does not say who owns ${path}`);
    }
    const owner = descriptor.readUInt32LE(OWNER_AT);
    if (owner === 0) throw new Error(`nobody owns ${path}`);
    return {
      path: text.toString('utf16le', 0, 2 * length),
      owner: accountAt(descriptor, owner),
    };
  } finally {
    closeHandle(library, handle);
  }
}
