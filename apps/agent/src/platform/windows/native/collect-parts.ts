import { errorText } from '../../../errors/error-code.js';
import { partLine, READY_LINE } from '../part-lines.js';
import type { NativeLibrary } from './library.js';
import { isNativePart, NATIVE_READERS } from './parts.js';

/**
 * Body of the short-lived child: reads each part and prints one line per part. A part that throws
 * says why; its parent notices one that crashes the process.
 */
export async function collectParts(
  names: readonly string[],
  load: () => NativeLibrary,
  print: (line: string) => void,
): Promise<void> {
  const library = load();
  print(READY_LINE);
  for (const name of names) print(partLine(name, await outcomeOf(name, library)));
}

async function outcomeOf(
  name: string,
  library: NativeLibrary,
): Promise<{ value: unknown } | { reason: string }> {
  if (!isNativePart(name)) return { reason: `there is no part named ${name}` };
  try {
    return { value: await NATIVE_READERS[name](library) };
  } catch (error) {
    return { reason: errorText(error) };
  }
}
