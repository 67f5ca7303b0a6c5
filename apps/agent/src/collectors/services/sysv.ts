import { SERVICE_START, SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';
import type { Probe } from '../probe/probe.js';

const MAX_SCRIPTS = 500;
/** Files in /etc/init.d that are no services. */
const NO_SERVICE =
  /^(README|skeleton|functions|halt|reboot|single|rc|rcS|sendsigs|umount.*)$|\.dpkg-/;

/**
 * Services of a SysV system. Their `status` action would run other people's code as root, so only
 * runlevel links and PID files are read. Without a PID file the status is unknown: null.
 */
export async function readSysvServices(probe: Probe): Promise<ReportedService[]> {
  const { files } = probe;
  const level = parseRunlevel((await files.readIfThere('/etc/inittab')) ?? '');
  const links = await files.listIfThere(`/etc/rc${level}.d`, MAX_SCRIPTS * 2);
  const started = new Set(links.flatMap((link) => /^S\d\d(.+)$/.exec(link)?.[1] ?? []));
  const scripts = await files.list('/etc/init.d', MAX_SCRIPTS);
  const services: ReportedService[] = [];
  for (const name of scripts.filter((script) => !NO_SERVICE.test(script))) {
    services.push({
      name,
      display: null,
      status: await statusByPidFile(probe, name),
      start: started.has(name) ? SERVICE_START.auto : SERVICE_START.manual,
    });
  }
  return services;
}

/** `id:2:initdefault:` in inittab(5); 2 is what it is without such a line (Debian). */
export function parseRunlevel(text: string): string {
  const [, level = '2'] = /^[^#:\n]{0,16}:([2-5]):initdefault:/m.exec(text) ?? [];
  return level;
}

async function statusByPidFile({ files }: Probe, name: string): Promise<string | null> {
  const pid = await files.number(`/run/${name}.pid`);
  if (pid === undefined || pid <= 0) return null;
  return (await files.exists(`/proc/${pid}/stat`))
    ? SERVICE_STATUS.running
    : SERVICE_STATUS.stopped;
}
