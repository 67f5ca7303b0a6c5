import {
  AGENT_SOCKET_PATH,
  flagOf,
  PACKAGE_FILES,
  SERVICE_NAME,
  TELEMETRY_INTERVAL_S,
  type EnvName,
  type InstallLines,
} from '@kenny/contract';
import { isLoopbackUrl } from '../../config/index.js';

/** Where agents connect: the public address with the scheme of a socket. */
export function serverUrl(publicUrl: string): string {
  return publicUrl.replace(/^http/, 'ws') + AGENT_SOCKET_PATH;
}

export interface InstallFacts {
  readonly server_url: string;
  readonly agent_id: string;
  readonly server_public_key: string;
  readonly token: string;
  /** Seconds between the PC's snapshots. */
  readonly telemetry_interval_s: number;
  /** The PC needs the authority of our certificate, in a file where the lines are typed. */
  readonly own_authority: boolean;
  /** The PC has a key already, which will not be taken again. */
  readonly new_key: boolean;
}

/**
 * What to type on the PC, one command a line: it enrols, then it runs with what it wrote down.
 * Every value is one of ours and of a known alphabet (an address, an id, base64), so that quotes
 * are all the escaping a shell needs.
 */
export function installLines(facts: InstallFacts): InstallLines {
  return {
    linux: commands(SERVICE_NAME, "'", facts),
    windows: commands(`${SERVICE_NAME}.exe`, '"', facts),
  };
}

function commands(program: string, quote: string, facts: InstallFacts): string {
  const settings: [EnvName, string][] = [
    ['KENNY_SERVER', facts.server_url],
    ['KENNY_AGENT_ID', facts.agent_id],
    ['KENNY_SERVER_PUBKEY', facts.server_public_key],
    ['KENNY_ENROLL_TOKEN', facts.token],
    ...intervalSetting(facts),
  ];
  if (facts.own_authority) settings.push(['KENNY_TLS_CA', PACKAGE_FILES.tlsCa]);
  const flags = settings.map(([name, value]) => `${flagOf(name)} ${quote}${value}${quote}`);
  const plainText = isPlainBeyondLoopback(facts.server_url) ? ['--insecure'] : [];
  const newKey = facts.new_key ? ['--new-key'] : [];
  const enroll = [program, 'enroll', ...flags, ...newKey, ...plainText];
  return [enroll, [program, 'run', ...plainText]].map((words) => words.join(' ')).join('\n');
}

/** The agent knows the default by itself. */
export function intervalSetting({
  telemetry_interval_s: seconds,
}: Pick<InstallFacts, 'telemetry_interval_s'>): [EnvName, string][] {
  if (seconds === TELEMETRY_INTERVAL_S.default) return [];
  return [['KENNY_TELEMETRY_INTERVAL_SECS', String(seconds)]];
}

/** The agent insists on being told so (design §3). */
export function isPlainBeyondLoopback(server_url: string): boolean {
  return new URL(server_url).protocol === 'ws:' && !isLoopbackUrl(server_url);
}
