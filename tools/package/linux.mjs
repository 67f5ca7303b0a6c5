import { join } from 'node:path';
import { NX_ENV, ROOT, run, steps } from '../run/steps.mjs';
import { packageLinux } from './package-linux.mjs';

/** `npm run package:linux`: what a Linux PC is installed from, in `dist/linux`. */
const buildAgent = () =>
  run(
    process.execPath,
    [join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'run', '@kenny/agent:build'],
    { env: NX_ENV, quiet: true },
  );

await steps(buildAgent);
const { archive, made } = await packageLinux({ root: ROOT, out: join(ROOT, 'dist/linux') });
console.log(
  `dist/linux ${made ? 'is made' : 'is as it should be'}: ${archive.name}, ` +
    `${(archive.bytes / 1e6).toFixed(1)} MB, sha256 ${archive.sha256}`,
);
