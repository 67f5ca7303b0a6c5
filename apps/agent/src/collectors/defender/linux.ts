import { type Collector, reading, unreadable } from '../collector.js';
import { type Clamav, readClamav } from '../antivirus/clamav.js';
import { parseMdatpHealth } from '../antivirus/mdatp.js';
import type { Probe } from '../probe/probe.js';
import { durationText } from '../words.js';

const MDATP_TIMEOUT_MS = 10_000;

/**
 * Always sent (seed 000). Microsoft Defender where it is installed on Linux, else ClamAV; a PC with
 * neither says so, and most have neither.
 */
export const defender: Collector<'defender'> = async (probe) => {
  const mdatp = await probe.run('mdatp', ['health'], { timeoutMs: MDATP_TIMEOUT_MS });
  if (mdatp.ok) return microsoftDefender(probe, mdatp.stdout);
  if (mdatp.installed) return unreadable(mdatp.reason);
  const clamav = await readClamav(probe);
  if (!clamav) {
    return unreadable('no virus scanner that kenny can ask is installed (mdatp, ClamAV)');
  }
  if (clamav.state === 'hidden') {
    return unreadable('ClamAV is installed; whether its daemon runs is hidden from the agent');
  }
  if (clamav.state === 'onDemand') {
    return unreadable('ClamAV is installed for scans on demand only; nothing protects by itself');
  }
  return clamavReading(probe, clamav);
};

const UNKNOWN = {
  last_scan: null,
  last_scan_type: null,
  threats_found: null,
  action_needed: null,
} as const;

function microsoftDefender(probe: Probe, text: string): Awaited<ReturnType<typeof defender>> {
  const health = parseMdatpHealth(text);
  if (!health) return unreadable('mdatp answered in an unknown form');
  const age = health.signaturesAgeMinutes;
  const signatures = age === undefined ? undefined : probe.clock.now() - age * 60_000;
  const realtime = health.realtime === null ? 'unknown or passive' : health.realtime ? 'on' : 'off';
  return reading<'defender'>(
    `Microsoft Defender ${health.engineLoaded ? 'works' : 'does not work'}, real-time protection ${realtime}`,
    {
      ...UNKNOWN,
      product: 'Microsoft Defender',
      enabled: health.engineLoaded,
      realtime_protection: health.realtime,
      last_signature_update: isoOf(signatures),
      action_needed: health.healthy === null ? null : !health.healthy,
    },
  );
}

function clamavReading(probe: Probe, clamav: Clamav): Awaited<ReturnType<typeof defender>> {
  const { state, onAccess, signaturesAt } = clamav;
  const age = signaturesAt === undefined ? undefined : (probe.clock.now() - signaturesAt) / 1000;
  const parts = [
    state === 'running' ? 'ClamAV runs' : 'the daemon of ClamAV does not run',
    onAccess ? 'looks at every file that is opened' : 'scans only what it is given',
    age === undefined ? 'no signatures' : `signatures ${durationText(Math.max(0, age))} old`,
  ];
  return reading<'defender'>(parts.join(', '), {
    ...UNKNOWN,
    product: 'ClamAV',
    enabled: state === 'running',
    // On-access scanning is rare, so its absence is no fault.
    realtime_protection: onAccess ? true : null,
    last_signature_update: isoOf(signaturesAt),
  });
}

function isoOf(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
