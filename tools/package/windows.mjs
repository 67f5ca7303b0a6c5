import { join } from 'node:path';
import { build, ROOT, steps } from '../run/steps.mjs';
import { PACKAGE_OPTIONS, packageOptions } from './package-options.mjs';
import { packageWindows } from './package-windows.mjs';
import { PartUnavailable } from './parts.mjs';
import { tellingFaults, wordsOf } from './release-command.mjs';
import { signer } from './sign.mjs';

/**
 * `npm run package:windows`: what a Windows PC is installed from, in `dist/windows`. Signed with
 * `-- --certificates <pem> --key <pem> [--timestamps <address>]`; the release key and `--version` are
 * those of `npm run package:linux`.
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
await steps(build);
await tellingFaults(async () => {
  const { remarks, ...options } = await packageOptions(values);
  try {
    const { archive, made } = await packageWindows({
      root: ROOT,
      out: join(ROOT, 'dist/windows'),
      cache: join(ROOT, 'node_modules/.cache/kenny-parts'),
      ...options,
      ...(values.certificates === undefined ? {} : { sign: signer(values) }),
    });
    console.log(
      `dist/windows ${made ? 'is made' : 'is as it should be'}: ${archive.name}, ` +
        `${(archive.bytes / 1e6).toFixed(1)} MB, sha256 ${archive.sha256}`,
    );
    for (const remark of remarks) console.log(remark);
  } catch (error) {
    if (!(error instanceof PartUnavailable)) throw error;
    console.error(error.message);
    process.exitCode = UNREACHABLE;
  }
});
