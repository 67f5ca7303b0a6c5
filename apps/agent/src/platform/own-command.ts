import { isSea } from 'node:sea';

/** How this program starts itself again: as the one file it is, or as Node with its bundle. */
export function ownCommand(): { file: string; args: readonly string[] } {
  const bundle = process.argv[1];
  return { file: process.execPath, args: isSea() || bundle === undefined ? [] : [bundle] };
}
