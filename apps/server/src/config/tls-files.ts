import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { AppConfig } from './app-config.js';
import type { EnvDto } from './env.dto.js';
import { reasonOf } from './read-env.js';

/** The two files of TLS, read once to see that they hold what a server can speak TLS with. */
export function tlsOf(dto: EnvDto, cwd: string, problems: string[]): AppConfig['tls'] {
  const { KENNY_TLS_CERT: cert, KENNY_TLS_KEY: key } = dto;
  if (!cert && !key) return null;
  if (!cert || !key) {
    problems.push(
      `KENNY_TLS_CERT and KENNY_TLS_KEY belong together; KENNY_TLS_${cert ? 'KEY' : 'CERT'} is missing`,
    );
    return null;
  }
  const [certFile, keyFile] = [resolve(cwd, cert), resolve(cwd, key)];
  const before = problems.length;
  const read = (name: string, file: string): Buffer | undefined => {
    try {
      return readFileSync(file);
    } catch (error) {
      problems.push(`${name}: ${file} cannot be used: ${reasonOf(error)}`);
      return undefined;
    }
  };
  const pems = { cert: read('KENNY_TLS_CERT', certFile), key: read('KENNY_TLS_KEY', keyFile) };
  if (problems.length === before) checkPair(pems, { certFile, keyFile }, problems);
  return { certFile, keyFile };
}

function checkPair(
  { cert, key }: { cert: Buffer | undefined; key: Buffer | undefined },
  { certFile, keyFile }: NonNullable<AppConfig['tls']>,
  problems: string[],
): void {
  const trouble = (pem: { cert?: Buffer | undefined; key?: Buffer | undefined }): unknown => {
    try {
      createSecureContext(pem);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const found = [
    ['KENNY_TLS_CERT', certFile, 'certificate', trouble({ cert })],
    ['KENNY_TLS_KEY', keyFile, 'private key', trouble({ key })],
  ] as const;
  const wrong = found.filter(([, , , error]) => error !== undefined);
  for (const [name, file, what, error] of wrong) {
    problems.push(`${name}: ${file} holds no ${what} in PEM format: ${reasonOf(error)}`);
  }
  if (wrong.length === 0 && trouble({ cert, key }) !== undefined) {
    problems.push(`KENNY_TLS_KEY: ${keyFile} is not the key of the certificate in ${certFile}`);
  }
}
