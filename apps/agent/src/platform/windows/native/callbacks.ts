import type { NativeLibrary, NativeValue } from './library.js';

/** A library that can also pass our functions to Windows. */
export interface CallbackLibrary extends NativeLibrary {
  proto(declaration: string): object;
  pointer(type: object): object;
  /** The address under which Windows calls it. */
  register(callback: (...args: NativeValue[]) => NativeValue, type: object): bigint;
}

/** @throws Error when the library cannot */
export function withCallbacks(library: NativeLibrary): CallbackLibrary {
  if (!canRegister(library)) throw new Error('this library has no callbacks');
  return library;
}

function canRegister(library: NativeLibrary): library is CallbackLibrary {
  return ['proto', 'pointer', 'register'].every(
    (name) => typeof Reflect.get(library, name) === 'function',
  );
}
