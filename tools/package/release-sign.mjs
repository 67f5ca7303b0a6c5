import { join, relative, resolve } from 'node:path';
import { ROOT } from '../run/steps.mjs';
import { buildHandshake, KEY_FOLDER, tellingFaults, wordsOf } from './release-command.mjs';
import { signPackage } from './release.mjs';

/**
 * `npm run release:sign -- [linux] [windows] [--key <file>] [--out <folder>]`: signs the executables
 * of the packages in `dist`, into `dist/releases`.
 */
const { values, positionals } = wordsOf({
  allowPositionals: true,
  options: {
    key: { type: 'string', default: join(KEY_FOLDER, 'release.key') },
    out: { type: 'string', default: join(ROOT, 'dist/releases') },
  },
});
const systems = positionals.length === 0 ? ['linux', 'windows'] : positionals;

await tellingFaults(async () => {
  await buildHandshake();
  for (const system of systems) {
    const { file, manifest } = await signPackage({
      packaged: join(ROOT, 'dist', system),
      keyFile: resolve(values.key),
      out: resolve(values.out),
    });
    const { version, os, arch, sha256 } = manifest;
    console.log(`${relative(ROOT, file)}: ${version} for ${os} on ${arch}, sha256 ${sha256}`);
  }
});
