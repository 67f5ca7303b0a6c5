import type { CallbackLibrary } from '../../src/platform/windows/native/callbacks.js';
import type { NativeValue } from '../../src/platform/windows/native/library.js';

type Answer = (...args: NativeValue[]) => unknown;

export interface FakeLibrary {
  readonly library: CallbackLibrary;
  /** Every call with copies of its buffers. */
  readonly calls: { readonly name: string; readonly args: readonly NativeValue[] }[];
  /** What was declared: the name, and how many arguments of which type. */
  readonly declared: Map<string, readonly string[]>;
  /** The procedure of the window, as Windows would call it. */
  procedure: ((...args: NativeValue[]) => NativeValue) | undefined;
}

export const ADDRESS = 0x7ff0_0000n;

/**
 * A Windows that answers as it is told. A function that it was not told of fails and is named, and so
 * does a call with another number of arguments than its declaration has.
 */
export function fakeLibrary(answers: Readonly<Record<string, Answer>>): FakeLibrary {
  const calls: { name: string; args: readonly NativeValue[] }[] = [];
  const declared = new Map<string, readonly string[]>();
  const func = (declaration: string) => {
    const [, name = '', list = ''] = /(\w+)\((.*)\)$/s.exec(declaration) ?? [];
    const types = list === '' ? [] : list.split(',').map((part) => part.trim().split(' ')[0] ?? '');
    declared.set(name, types);
    return (...args: NativeValue[]) => {
      if (args.length !== types.length) throw new Error(`${name} takes ${types.length} arguments`);
      const answer = answers[name];
      if (!answer) throw new Error(`nobody said what ${name} answers`);
      calls.push({
        name,
        args: args.map((one) => (Buffer.isBuffer(one) ? Buffer.from(one) : one)),
      });
      return answer(...args);
    };
  };
  const fake: FakeLibrary = {
    calls,
    declared,
    procedure: undefined,
    library: {
      load: () => ({ func }),
      address: () => ADDRESS,
      view: () => new ArrayBuffer(0),
      proto: () => ({}),
      pointer: () => ({}),
      register: (procedure) => {
        fake.procedure = procedure;
        return 0x1234n;
      },
    },
  };
  return fake;
}

/** The one buffer of a call. */
export function bufferOf(fake: FakeLibrary, name: string): Buffer {
  const buffer = fake.calls.findLast((call) => call.name === name)?.args.find(Buffer.isBuffer);
  if (!buffer) throw new Error(`${name} was given no buffer`);
  return buffer;
}
