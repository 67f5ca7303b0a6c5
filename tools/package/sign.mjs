import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Signs a Windows executable with osslsigncode, which Debian has as a package.
 * @param {{ certificates: string, key: string, timestamps?: string }} options files in PEM form, and
 *   the address of a timestamp server, without which the signature ends with its certificate
 * @returns {(executable: Buffer) => Promise<Buffer>}
 */
export function signer({ certificates, key, timestamps }) {
  return async (executable) => {
    const folder = await mkdtemp(join(tmpdir(), 'kenny-sign-'));
    const [plain, signed] = [join(folder, 'plain.exe'), join(folder, 'signed.exe')];
    try {
      await writeFile(plain, executable);
      await run('osslsigncode', [
        ...['sign', '-certs', certificates, '-key', key, '-h', 'sha256', '-n', 'kenny agent'],
        ...(timestamps === undefined ? [] : ['-ts', timestamps]),
        ...['-in', plain, '-out', signed],
      ]);
      return await readFile(signed);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
