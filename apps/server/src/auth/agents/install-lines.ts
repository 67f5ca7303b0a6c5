import {
  AGENT_SOCKET_PATH,
  flagOf,
  SERVICE_NAME,
  type EnvName,
  type InstallLines,
} from '@kenny/contract';

/** Where agents connect: the public address with the scheme of a socket. */
export function serverUrl(publicUrl: string): string {
  return publicUrl.replace(/^http/, 'ws') + AGENT_SOCKET_PATH;
}

export interface InstallFacts {
  readonly server_url: string;
  readonly agent_id: string;
  readonly server_public_key: string;
  readonly token: string;
}

/**
 * What to type on the PC. Every value is one of ours and of a known alphabet (an address, an id,
 * base64), so that quotes are all the escaping a shell needs.
 */
export function installLines(facts: InstallFacts): InstallLines {
  return {
    linux: line(SERVICE_NAME, "'", facts),
    windows: line(`${SERVICE_NAME}.exe`, '"', facts),
  };
}

function line(program: string, quote: string, facts: InstallFacts): string {
  const settings: [EnvName, string][] = [
    ['KENNY_SERVER', facts.server_url],
    ['KENNY_AGENT_ID', facts.agent_id],
    ['KENNY_SERVER_PUBKEY', facts.server_public_key],
    ['KENNY_ENROLL_TOKEN', facts.token],
  ];
  const flags = settings.map(([name, value]) => `${flagOf(name)} ${quote}${value}${quote}`);
  return [program, 'run', ...flags].join(' ');
}
