import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * May this process do what an administrator may: root, or on Windows one that runs elevated. Windows
 * lets nobody else list the folder of its registry's files; where it is not there (Wine) nobody is
 * kept from anything.
 */
export async function isPrivileged(env: Environment): Promise<boolean> {
  if (process.platform !== 'win32') return process.getuid?.() === 0;
  try {
    await readdir(join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'config'));
    return true;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}
