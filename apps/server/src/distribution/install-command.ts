import { PACKAGE_FILES } from '@kenny/contract';
import { shellWord } from '@kenny/kernel';
import { createHash, X509Certificate } from 'node:crypto';

/**
 * The line to type on a Linux PC. A certificate of an authority that the PC does not know is pinned
 * by its key: curl then trusts exactly this server, and the script brings the authority along.
 * @param certificate PEM of our certificate, when it is of such an authority and we know it
 */
export function installCommand(script_url: string, certificate: string | null): string {
  const pin = certificate === null ? '' : `k --pinnedpubkey ${shellWord(pinOf(certificate))}`;
  return `curl -fsSL${pin} ${shellWord(script_url)} | sudo sh`;
}

/** A folder for the archive's files: beside others, `install.cmd` could find a foreign library. */
const SETUP_FOLDER = 'kenny-setup';

/**
 * The line to type on a Windows PC, the same for the command prompt and PowerShell; `curl` and
 * `tar` are part of Windows since 10 (1803).
 * @param certificate as for `installCommand`
 */
export function windowsInstallCommand(package_url: string, certificate: string | null): string {
  const pin = certificate === null ? '' : `k --pinnedpubkey ${pinOf(certificate)}`;
  const steps = [
    `cd ${SETUP_FOLDER}`,
    `curl -fsSL${pin} -o kenny.zip ${package_url}`,
    'tar -xf kenny.zip',
    PACKAGE_FILES.windowsInstaller,
  ];
  // `cd` alone needs no quotes around a name with blanks; quotes within quotes mean something else to
  // PowerShell.
  return `cmd /c "cd /d %USERPROFILE% & mkdir ${SETUP_FOLDER} & ${steps.join(' && ')}"`;
}

function pinOf(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return `sha256//${createHash('sha256').update(key).digest('base64')}`;
}
