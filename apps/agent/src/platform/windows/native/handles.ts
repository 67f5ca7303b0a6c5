import type { NativeLibrary, NativeValue } from './library.js';

/** Closes handles of processes, tokens, snapshots and pipes, for callers with many of them. */
export function handleCloser(library: NativeLibrary): (handle: NativeValue) => void {
  const close = library.load('kernel32.dll').func('int __stdcall CloseHandle(int64_t handle)');
  return (handle) => {
    close(handle);
  };
}

/** Closes a handle. */
export function closeHandle(library: NativeLibrary, handle: NativeValue): void {
  handleCloser(library)(handle);
}
