import { CAPS } from '@kenny/contract/agent';
import { holdsPrivateKey, openForReading } from '@kenny/guard/fs';
import { LIMITS, refuse } from '@kenny/guard';
import type { FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { ToolFailure } from '../../errors/tool-failure.js';
import type { Handler } from '../../dispatch/handler.js';
import { safely, type PathGuard } from './safely.js';

const CHUNK_BYTES = 64 * 1024;

/** `fs_read`: the first MiB of a regular file, as text; refused if it holds a private key. */
export function fsRead(guard: PathGuard): Handler<'fs_read'> {
  return ({ path }, { signal }) =>
    safely('fs_read', { name: 'path', path }, guard, async (safe) => {
      const file = await openForReading(safe, await guard.privateFiles());
      try {
        const text = await readText(file, signal);
        if (holdsPrivateKey(text.content)) {
          throw new ToolFailure('blocked', refuse(LIMITS.privateKey).message);
        }
        return text;
      } finally {
        await file.close();
      }
    });
}

/** Files of /proc have no size: read until nothing comes. */
async function readText(
  file: FileHandle,
  signal: AbortSignal,
): Promise<{ content: string; truncated: boolean }> {
  // One byte more than is sent shows that the file was cut.
  const buffer = Buffer.alloc(CAPS.fsReadBytes + 1);
  let length = 0;
  while (length < buffer.length) {
    signal.throwIfAborted();
    const wanted = Math.min(CHUNK_BYTES, buffer.length - length);
    const { bytesRead } = await file.read(buffer, length, wanted, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const truncated = length > CAPS.fsReadBytes;
  const bytes = buffer.subarray(0, Math.min(length, CAPS.fsReadBytes));
  const decoder = new StringDecoder('utf8');
  const content = decoder.write(bytes);
  // Drop half a character at the cut; at the true end of a file it is shown as damaged.
  return { content: truncated ? content : content + decoder.end(), truncated };
}
