import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, ROOT, steps } from '../run/steps.mjs';
import { packageWindows } from './package-windows.mjs';
import { PartUnavailable } from './parts.mjs';
import { signer } from './sign.mjs';

/**
 * `npm run package:windows`: what a Windows PC is installed from, in `dist/windows`. Signed with
 * `-- --certificates <pem> --key <pem> [--timestamps <address>]`.
 */
const UNREACHABLE = 4; // EXIT_CODES of the contract, which may not be built yet
const { values } = parseArgs({
  options: {
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
try {
  const { archive, made } = await packageWindows({
    root: ROOT,
    out: join(ROOT, 'dist/windows'),
    cache: join(ROOT, 'node_modules/.cache/kenny-parts'),
    ...(values.certificates === undefined ? {} : { sign: signer(values) }),
  });
  console.log(
    `dist/windows ${made ? 'is made' : 'is as it should be'}: ${archive.name}, ` +
      `${(archive.bytes / 1e6).toFixed(1)} MB, sha256 ${archive.sha256}`,
  );
} catch (error) {
  if (!(error instanceof PartUnavailable)) throw error;
  console.error(error.message);
  process.exitCode = UNREACHABLE;
}
