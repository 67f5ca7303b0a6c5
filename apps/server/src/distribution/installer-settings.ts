import {
  AGENT_FILES,
  fileKeyOf,
  INSTALLER_SETTINGS,
  PACKAGE_FILES,
  type EnvName,
} from '@kenny/contract';
import { intervalSetting } from '../auth/index.js';
import type { InstallerFacts } from './installer-facts.js';
import type { ZipFile } from './zip.js';

/** Files added to the package for one PC: its settings, and the files they name. */
export function installerSettings(facts: InstallerFacts): ZipFile[] {
  const { tls_ca, insecure } = facts;
  const settings: [EnvName, string][] = [
    ['KENNY_SERVER', facts.server_url],
    ['KENNY_AGENT_ID', facts.agent_id],
    ['KENNY_SERVER_PUBKEY', facts.server_public_key],
    ['KENNY_ENROLL_TOKEN', facts.token],
    ...intervalSetting(facts),
  ];
  if (tls_ca !== null) settings.push(['KENNY_TLS_CA', PACKAGE_FILES.tlsCa]);
  const content = {
    ...Object.fromEntries(settings.map(([name, value]) => [fileKeyOf(name), value])),
    ...(insecure ? { [INSTALLER_SETTINGS.insecure]: true } : {}),
  };
  return [
    { name: AGENT_FILES.config, content: Buffer.from(`${JSON.stringify(content, null, 2)}\r\n`) },
    ...(tls_ca === null ? [] : [{ name: PACKAGE_FILES.tlsCa, content: Buffer.from(tls_ca) }]),
  ];
}
