import { join } from 'node:path';
import { buildProject, ROOT, steps } from '../run/steps.mjs';
import { packageLinux } from './package-linux.mjs';
import { PACKAGE_OPTIONS, packageOptions } from './package-options.mjs';
import { tellingFaults, wordsOf } from './release-command.mjs';

/**
 * `npm run package:linux`: what a Linux PC is installed from, in `dist/linux`. Its agents take
 * updates that the release key signed: the person's own, which is made when there is none, that of
 * `-- --release-key <public file>` or `--release-pubkey <base64>`; none with `--no-release-key`.
 * `--version` makes it another version than that of the sources.
 */
const { values } = wordsOf({ options: PACKAGE_OPTIONS });

await steps(buildProject('agent'));
await tellingFaults(async () => {
  const { remarks, ...options } = await packageOptions(values);
  const { archive, made } = await packageLinux({
    root: ROOT,
    out: join(ROOT, 'dist/linux'),
    ...options,
  });
  console.log(
    `dist/linux ${made ? 'is made' : 'is as it should be'}: ${archive.name}, ` +
      `${(archive.bytes / 1e6).toFixed(1)} MB, sha256 ${archive.sha256}`,
  );
  for (const remark of remarks) console.log(remark);
});
