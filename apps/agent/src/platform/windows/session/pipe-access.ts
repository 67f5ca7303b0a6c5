import type { NativeLibrary, NativeValue } from '../native/library.js';
import { handleOf } from '../native/memory-layout.js';
import { closeHandle, wide } from './peer.js';

const CURRENT_PROCESS = -1;
const TOKEN_QUERY = 8;
const TOKEN_USER = 1;
const READ_CONTROL_AND_WRITE_DAC = 0x6_0000;
const SHARE_ALL = 3;
const OPEN_EXISTING = 3;
const DACL = 4;
const SDDL_REVISION = 1;

/**
 * Who may open the pipe: Local System, which is the service, and the person whose session it is; nobody
 * over the network, and nothing is taken over from elsewhere.
 */
export function pipeSddl(user: string): string {
  return `D:P(D;;GA;;;NU)(A;;GA;;;SY)(A;;GA;;;${user})`;
}

/** Lets only those in whom `pipeSddl` names. @throws Error */
export function protectPipe(library: NativeLibrary, path: string): void {
  const advapi = library.load('advapi32.dll');
  const convert = advapi.func(
    'int __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(void *text, uint32_t revision, void *descriptor, void *size)',
  );
  const set = advapi.func(
    'int __stdcall SetKernelObjectSecurity(int64_t thing, uint32_t what, int64_t descriptor)',
  );
  const descriptor = Buffer.alloc(8);
  if (!convert(wide(pipeSddl(ownSid(library))), SDDL_REVISION, descriptor, null)) {
    throw new Error('Windows does not understand who may ask this session');
  }
  const [made, pipe] = [handleOf(descriptor.readBigInt64LE(0)), openPipe(library, path)];
  if (made === undefined || pipe === undefined) throw new Error('the pipe cannot be protected');
  const done = set(pipe, DACL, made);
  closeHandle(library, pipe);
  library.load('kernel32.dll').func('int64_t __stdcall LocalFree(int64_t memory)')(made);
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

/** The account of this process, as a number in words. @throws Error */
function ownSid(library: NativeLibrary): string {
  const advapi = library.load('advapi32.dll');
  const open = advapi.func(
    'int __stdcall OpenProcessToken(int64_t process, uint32_t access, void *token)',
  );
  const ask = advapi.func(
    'int __stdcall GetTokenInformation(int64_t token, int kind, void *bytes, uint32_t size, void *needed)',
  );
  const token = Buffer.alloc(8);
  if (!open(CURRENT_PROCESS, TOKEN_QUERY, token))
    throw new Error('Windows does not say who we are');
  const handle = token.readBigInt64LE(0);
  const [bytes, needed] = [Buffer.alloc(256), Buffer.alloc(4)];
  const told = ask(handle, TOKEN_USER, bytes, bytes.length, needed);
  closeHandle(library, handle);
  if (!told) throw new Error('Windows does not say who we are');
  return sidText(bytes, Number(bytes.readBigUInt64LE(0) - library.address(bytes)));
}

/** `S-1-5-21-…` from the bytes of a SID. @throws RangeError when they are not whole */
export function sidText(bytes: Buffer, start: number): string {
  const count = bytes.readUInt8(start + 1);
  const authority = bytes.readUIntBE(start + 2, 6);
  const parts = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(start + 8 + 4 * at));
  return ['S', bytes.readUInt8(start), authority, ...parts].join('-');
}
