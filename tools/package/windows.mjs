import { join, resolve } from 'node:path';
import { build, ROOT, steps } from '../run/steps.mjs';
import { PACKAGE_OPTIONS, packageOptions } from './package-options.mjs';
import { packageWindows, WINDOWS_STEPS } from './package-windows.mjs';
import { PartUnavailable } from './parts.mjs';
import { tellingFaults, wordsOf } from './release-command.mjs';
import { signer } from './sign.mjs';
import { note, toldSteps } from './told-steps.mjs';

/**
 * `npm run package:windows`: what a Windows PC is installed from, in `dist/windows`. Signed with
 * `-- --certificates <pem> --key <pem> [--timestamps <address>]`; the other options are those of
 * `npm run package:linux`.
 */
const UNREACHABLE = 4; // EXIT_CODES of the contract, which may not be built yet
const { values } = wordsOf({
  options: {
    ...PACKAGE_OPTIONS,
    certificates: { type: 'string' },
    key: { type: 'string' },
    timestamps: { type: 'string' },
  },
});

if ((values.certificates === undefined) !== (values.key === undefined)) {
  console.error('signing needs both --certificates and --key');
  process.exit(2);
}
const place = values.out ?? 'dist/windows';

if (!values['as-built']) await steps(build);
await tellingFaults(async () => {
  const { remarks, ...options } = await packageOptions(values);
  try {
    const { archive, made } = await packageWindows({
      root: ROOT,
      out: resolve(ROOT, place),
      step: toldSteps(WINDOWS_STEPS),
      cache: join(ROOT, 'node_modules/.cache/kenny-parts'),
      ...options,
      ...(values.certificates === undefined ? {} : { sign: signer(values) }),
    });
    console.log(
      `${place} ${made ? 'is made' : 'is as it should be'}: ${archive.name}, ` +
        `${(archive.bytes / 1e6).toFixed(1)} MB, sha256 ${archive.sha256}`,
    );
    for (const remark of remarks) console.log(note(remark));
  } catch (error) {
    if (!(error instanceof PartUnavailable)) throw error;
    console.error(error.message);
    process.exitCode = UNREACHABLE;
  }
});
