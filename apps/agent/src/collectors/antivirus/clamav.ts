import { DAY_MS } from '@kenny/kernel';
import type { Probe } from '../probe/probe.js';
import { runningPrograms } from './running-programs.js';

const SCANNERS = ['/usr/bin/clamscan', '/usr/bin/clamdscan'];
const DAEMONS = ['/usr/sbin/clamd', '/usr/bin/clamd'];
/** Renewed every day; `main` changes once in years. */
const DAILY = ['/var/lib/clamav/daily.cld', '/var/lib/clamav/daily.cvd'];
const HEADER_BYTES = 512;
/** From here on ClamAV itself warns that its signatures are old. */
const STALE_MS = 7 * DAY_MS;

export interface Clamav {
  /** `onDemand`: there is no daemon, so it scans only when somebody starts it. */
  state: 'running' | 'stopped' | 'onDemand' | 'hidden';
  /** Checks every opened file; an option of the daemon that few switch on. */
  onAccess: boolean;
  /** When the signatures were made, in milliseconds since 1970; undefined when there are none. */
  signaturesAt: number | undefined;
  upToDate: boolean;
}

/** Undefined when ClamAV is not installed. */
export async function readClamav(probe: Probe): Promise<Clamav | undefined> {
  const { files } = probe;
  const hasDaemon = await anyOf(probe, DAEMONS);
  if (!hasDaemon && !(await anyOf(probe, SCANNERS))) return undefined;
  const headers: number[] = [];
  for (const path of DAILY) {
    const made = parseSignatureHeader((await files.readIfThere(path, HEADER_BYTES)) ?? '');
    if (made !== undefined) headers.push(made);
  }
  const signaturesAt = headers.length > 0 ? Math.max(...headers) : undefined;
  const running = hasDaemon ? await runningPrograms(probe) : undefined;
  return {
    state: !hasDaemon ? 'onDemand' : stateOf(running),
    onAccess: running?.has('clamonacc') ?? false,
    signaturesAt,
    upToDate: signaturesAt !== undefined && probe.clock.now() - signaturesAt < STALE_MS,
  };
}

/**
 * `ClamAV-VDB:21 Nov 2026 03-26 -0500:27459:2066234:90:…:…:builder:1795249560`: the last of its
 * fields is the time it was made, in seconds (docs.clamav.net, "CVD").
 */
export function parseSignatureHeader(text: string): number | undefined {
  const fields = text.split(':', 9);
  const [, seconds] = /^(\d{9,11})(?:\s|\0|$)/.exec(fields[8] ?? '') ?? [];
  return fields[0] === 'ClamAV-VDB' && seconds !== undefined ? Number(seconds) * 1000 : undefined;
}

function stateOf(running: ReadonlyMap<string, number> | undefined): Clamav['state'] {
  if (running === undefined) return 'hidden';
  return running.has('clamd') ? 'running' : 'stopped';
}

async function anyOf({ files }: Probe, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await files.exists(path)) return true;
  return false;
}
