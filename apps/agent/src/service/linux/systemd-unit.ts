import { AGENT_ENVIRONMENT } from '@kenny/contract/agent';
import { basename } from 'node:path';
import type { ServicePaths } from '../service-paths.js';

/** Pause before a restart, in seconds; the plain supervisor has the same. */
export const RESTART_SECONDS = 5;

/**
 * The service's unit (ADR 0020). The agent does an administrator's work: it installs updates,
 * repairs services, reads any disk. So it is root and sees the whole machine, and only what no such
 * work needs is taken away. The umask is the system's: with a stricter one, packages that an
 * approved command installs would leave files that nobody else can read. Below its control group it
 * creates one per run (`run-group.ts`).
 */
export function systemdUnit(paths: ServicePaths, runArgs: readonly string[]): string {
  return `# Written by "kenny-agent install", which also repairs it. Own settings belong into
# ${paths.unit}.d/*.conf.
[Unit]
Description=kenny agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=${unitCommand(paths.program, runArgs)}
${settings()}
StateDirectory=${basename(paths.stateFolder)}
StateDirectoryMode=0700
UMask=0022
Restart=always
RestartSec=${RESTART_SECONDS}
TimeoutStopSec=30
Delegate=yes
OOMPolicy=continue
LimitCORE=0
KeyringMode=private
LockPersonality=yes
RestrictRealtime=yes
SystemCallArchitectures=native
SystemCallFilter=~@obsolete @cpu-emulation kexec_load kexec_file_load
SystemCallErrorNumber=EPERM
CapabilityBoundingSet=~CAP_SYS_PACCT CAP_LEASE CAP_BLOCK_SUSPEND CAP_WAKE_ALARM
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK AF_PACKET AF_ALG

[Install]
WantedBy=multi-user.target
`;
}

function settings(): string {
  return Object.entries(AGENT_ENVIRONMENT)
    .map(([name, value]) => `Environment=${unitWord(`${name}=${value}`)}`)
    .join('\n');
}

/** Unit values that need no quotes (systemd.syntax(7), systemd.service(5)). */
const PLAIN = /^[A-Za-z0-9_@+,./:=-]+$/;

/**
 * A unit's command line. `%` starts a specifier everywhere, and `$` a variable in all words but the
 * first, which names the program literally.
 */
export function unitCommand(program: string, args: readonly string[]): string {
  return [unitWord(program), ...args.map((arg) => unitWord(arg.replaceAll('$', '$$$$')))].join(' ');
}

/** A one-word value of a unit, as in `Environment=`. */
export function unitWord(text: string): string {
  if (PLAIN.test(text)) return text;
  const escaped = text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%');
  return `"${escaped.replaceAll('\n', '\\n')}"`;
}
