import type { AccountId } from '../platform/windows/native/access-list.js';
import { closeHandle } from '../platform/windows/native/handles.js';
import type { NativeLibrary, NativeValue } from '../platform/windows/native/library.js';
import { handleOf } from '../platform/windows/native/memory-layout.js';
import { descriptorOf, ownAccount } from '../platform/windows/native/rights.js';
import { wide } from './peer.js';

const READ_CONTROL_AND_WRITE_DAC = 0x6_0000;
const SHARE_ALL = 3;
const OPEN_EXISTING = 3;
const DACL = 4;

/**
 * Access to the pipe: Local System (the service) and the session's user; nobody over the network,
 * and nothing is inherited.
 */
export function pipeSddl(user: AccountId): string {
  return `D:P(D;;GA;;;NU)(A;;GA;;;SY)(A;;GA;;;${user})`;
}

/** Applies `pipeSddl`. @throws Error */
export function protectPipe(library: NativeLibrary, path: string): void {
  const set = library
    .load('advapi32.dll')
    .func(
      'int __stdcall SetKernelObjectSecurity(int64_t thing, uint32_t what, int64_t descriptor)',
    );
  const descriptor = descriptorOf(library, pipeSddl(ownAccount(library)));
  const pipe = openPipe(library, path);
  if (pipe === undefined) throw new Error('the pipe cannot be protected');
  const done = set(pipe, DACL, descriptor);
  closeHandle(library, pipe);
  if (!done) throw new Error('Windows does not protect the pipe');
}

function openPipe(library: NativeLibrary, path: string): NativeValue | undefined {
  const open = library
    .load('kernel32.dll')
    .func(
      'int64_t __stdcall CreateFileW(void *name, uint32_t access, uint32_t share, void *security, uint32_t how, uint32_t flags, void *template)',
    );
  return handleOf(
    open(wide(path), READ_CONTROL_AND_WRITE_DAC, SHARE_ALL, null, OPEN_EXISTING, 0, null),
  );
}
