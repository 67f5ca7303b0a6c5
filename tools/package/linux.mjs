import { join } from 'node:path';
import { NX_ENV, ROOT, run, steps } from '../run/steps.mjs';
import { packageLinux } from './package-linux.mjs';
import { NO_KEY_REMARK, PACKAGE_OPTIONS, packageOptions } from './package-options.mjs';
import { tellingFaults, wordsOf } from './release-command.mjs';

/**
 * `npm run package:linux`: what a Linux PC is installed from, in `dist/linux`. With
 * `-- --release-key <public file>` its agents take updates that this key signed, and `--version`
 * makes it another version than that of the sources.
 */
const { values } = wordsOf({ options: PACKAGE_OPTIONS });
const buildAgent = () =>
  run(
    process.execPath,
    [join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'run', '@kenny/agent:build'],
    { env: NX_ENV, quiet: true },
  );

await steps(buildAgent);
await tellingFaults(async () => {
  const options = await packageOptions(values);
  const { archive, made } = await packageLinux({
    root: ROOT,
    out: join(ROOT, 'dist/linux'),
    ...options,
  });
  console.log(
    `dist/linux ${made ? 'is made' : 'is as it should be'}: ${archive.name}, ` +
      `${(archive.bytes / 1e6).toFixed(1)} MB, sha256 ${archive.sha256}`,
  );
  if (options.releaseKey === undefined) console.log(NO_KEY_REMARK);
});
