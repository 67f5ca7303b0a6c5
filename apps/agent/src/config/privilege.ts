import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether this process has administrator rights: root, or elevated on Windows, where only
 * administrators may list the folder of the registry's files; where that is missing (Wine), access
 * is not restricted.
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
