import { closeHandle } from '../platform/windows/native/handles.js';
import type { NativeLibrary } from '../platform/windows/native/library.js';
import { handleOf } from '../platform/windows/native/memory-layout.js';

const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000;
/** Longest path on Windows, in characters. */
const LONGEST_PATH = 32_768;

/** Executable of a process; undefined when it is gone or we may not ask. */
export function imageOf(library: NativeLibrary, pid: number): string | undefined {
  const kernel = library.load('kernel32.dll');
  const open = kernel.func(
    'int64_t __stdcall OpenProcess(uint32_t access, int inherit, uint32_t pid)',
  );
  const name = kernel.func(
    'int __stdcall QueryFullProcessImageNameW(int64_t process, uint32_t flags, void *name, void *size)',
  );
  const process = handleOf(open(PROCESS_QUERY_LIMITED_INFORMATION, 0, pid));
  if (process === undefined) return undefined;
  const text = Buffer.alloc(2 * LONGEST_PATH);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(LONGEST_PATH, 0);
  const told = name(process, 0, text, size);
  closeHandle(library, process);
  return told ? text.toString('utf16le', 0, 2 * size.readUInt32LE(0)) : undefined;
}

export function sessionOf(library: NativeLibrary, pid: number): number | undefined {
  const ask = library
    .load('kernel32.dll')
    .func('int __stdcall ProcessIdToSessionId(uint32_t pid, void *session)');
  const session = Buffer.alloc(4);
  return ask(pid, session) ? session.readUInt32LE(0) : undefined;
}

/** Windows paths ignore case. */
export function isSamePath(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Null-terminated UTF-16, as Windows takes it. */
export function wide(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf16le');
}
