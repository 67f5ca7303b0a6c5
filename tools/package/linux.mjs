import { resolve } from 'node:path';
import { buildProject, ROOT, steps } from '../run/steps.mjs';
import { LINUX_STEPS, packageLinux } from './package-linux.mjs';
import { PACKAGE_OPTIONS, packageOptions } from './package-options.mjs';
import { tellingFaults, wordsOf } from './release-command.mjs';
import { note, toldSteps } from './told-steps.mjs';

/**
 * `npm run package:linux`: what a Linux PC is installed from, in `dist/linux`. Its agents take
 * updates that the release key signed: the person's own, which is made when there is none, that of
 * `-- --release-key <public file>` or `--release-pubkey <base64>`; none with `--no-release-key`.
 * `--version` makes it another version than that of the sources. A server that makes it says
 * `--as-built`, since building would replace the files that it runs from, and `--out`.
 */
const { values } = wordsOf({ options: PACKAGE_OPTIONS });

const place = values.out ?? 'dist/linux';

if (!values['as-built']) await steps(buildProject('agent'));
await tellingFaults(async () => {
  const { remarks, ...options } = await packageOptions(values);
  const { archive, made } = await packageLinux({
    root: ROOT,
    out: resolve(ROOT, place),
    step: toldSteps(LINUX_STEPS),
    ...options,
  });
  console.log(
    `${place} ${made ? 'is made' : 'is as it should be'}: ${archive.name}, ` +
      `${(archive.bytes / 1e6).toFixed(1)} MB, sha256 ${archive.sha256}`,
  );
  for (const remark of remarks) console.log(note(remark));
});
