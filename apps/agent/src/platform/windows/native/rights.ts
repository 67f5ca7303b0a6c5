import { accountAt, type AccountId } from './access-list.js';
import { closeHandle } from './handles.js';
import type { NativeLibrary, NativeValue } from './library.js';
import { handleOf } from './memory-layout.js';

const SDDL_REVISION = 1;
const TOKEN_QUERY = 8;
const TOKEN_USER = 1;
const CURRENT_PROCESS = -1;

/**
 * Security descriptor from SDDL, in memory of Windows that is never freed: for callers that need
 * one once.
 * @throws Error when Windows does not understand it
 */
export function descriptorOf(library: NativeLibrary, sddl: string): NativeValue {
  const parse = library
    .load('advapi32.dll')
    .func(
      'int __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, ' +
        'uint32_t revision, void *descriptor, void *size)',
    );
  const pointer = Buffer.alloc(8);
  if (!parse(sddl, SDDL_REVISION, pointer, null)) throw new Error('Windows knows no such rights');
  return pointer.readBigInt64LE(0);
}

/** SID of this process's user. @throws Error */
export function ownAccount(library: NativeLibrary): AccountId {
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
  const told = handle !== undefined && ask(handle, TOKEN_USER, user, user.length, needed);
  if (handle !== undefined) closeHandle(library, handle);
  if (!told) throw new Error('Windows does not say whose process this is');
  // TOKEN_USER begins with a pointer into the same block.
  return accountAt(user, Number(user.readBigUInt64LE(0) - library.address(user)));
}
