import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

const STDOUT = 1;

/**
 * This process's stdin and stdout for a peer. Node writes to a pipe on stdout synchronously, except
 * on Windows: with a client that does not read, the whole process would stand still.
 */
export function stdioStreams(): { input: Readable; output: Writable } {
  const { stdin: input, stdout, platform } = process;
  const stats = fstatSync(STDOUT);
  const blocks = platform !== 'win32' && (stats.isFIFO() || stats.isSocket());
  const output = blocks ? new Socket({ fd: STDOUT, readable: false, writable: true }) : stdout;
  return { input, output };
}
