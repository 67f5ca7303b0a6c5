import { isSea } from 'node:sea';

/** Command that starts this program again: the single executable, or Node with the bundle. */
export function ownCommand(): { file: string; args: readonly string[] } {
  const bundle = process.argv[1];
  return { file: process.execPath, args: isSea() || bundle === undefined ? [] : [bundle] };
}
