import { shellWord } from '@kenny/contract';
import { createHash, X509Certificate } from 'node:crypto';

/**
 * The line to type on the PC. A certificate of an authority that the PC does not know is pinned by its
 * key: curl then trusts exactly this server, and the script brings the authority along.
 * @param certificate PEM of our certificate, when it is of such an authority and we know it
 */
export function installCommand(script_url: string, certificate: string | null): string {
  const pin =
    certificate === null ? '' : `k --pinnedpubkey ${shellWord(`sha256//${pinOf(certificate)}`)}`;
  return `curl -fsSL${pin} ${shellWord(script_url)} | sudo sh`;
}

function pinOf(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
