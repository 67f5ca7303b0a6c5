import { isObject } from '@kenny/kernel';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The text of a file, why it is not used, or null when there is none. */
export type FileText = { readonly text: string } | { readonly refused: string } | null;

/** A link to a pipe must not be waited for. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a text file that must really lie where it is named, `place` below `root`: a link inside is
 * followed, one that leads out of the place is refused.
 * @param place a folder or file, as a relative path
 */
export async function readConfined(
  root: string,
  place: string,
  file: string,
  maxBytes: number,
): Promise<FileText> {
  try {
    const home = await realpath(root);
    const real = await realpath(join(root, place, file));
    if (!isInside(join(home, place), real)) return { refused: `it leads out of ${place}` };
    return await readAtMost(real, maxBytes);
  } catch (error) {
    return faultOf(error);
  }
}

/** Null when what was to be read is not there. */
export function faultOf(error: unknown): { readonly refused: string } | null {
  const code = isObject(error) ? String(error['code']) : 'unknown reason';
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  return { refused: `it cannot be read (${code})` };
}

function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

async function readAtMost(file: string, maxBytes: number): Promise<FileText> {
  const handle = await open(file, READ);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return { refused: 'it is no file' };
    // One byte more than allowed shows that there is more, also in a file that is being written.
    const buffer = Buffer.alloc(Math.min(stat.size, maxBytes) + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    if (bytesRead > maxBytes || stat.size > maxBytes) {
      return { refused: `it is longer than ${maxBytes} bytes` };
    }
    return textIn(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

function textIn(bytes: Uint8Array): FileText {
  try {
    const text = decoder.decode(bytes);
    if (text.includes('\u0000')) return { refused: 'it is no text' };
    return { text: text.replaceAll('\r\n', '\n') };
  } catch {
    return { refused: 'it is no UTF-8' };
  }
}
