import { statfs } from 'node:fs/promises';

/**
 * Bytes that the disk of a folder has left for this server; null where its file system does not say.
 * @throws when the folder cannot be asked about
 */
export async function freeRoom(folder: string): Promise<number | null> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks > 0 ? bavail * bsize : null;
}
