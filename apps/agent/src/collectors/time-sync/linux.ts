import { type Collector, reading } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { Unreadable } from '../../errors/unreadable.js';
import { parseUptime } from '../uptime/linux.js';
import { round } from '../words.js';
import {
  type ClockReading,
  parseChrony,
  parseNtpq,
  parseTimedatectl,
  parseTimesync,
} from './parse.js';

const SETTLING_SECS = 600;

/** A reading, or why this source gave none. */
type Answer = ClockReading | { failed: string };
type Ask = (probe: Probe) => Promise<Answer>;

/** Those that know their offset come first; timedatectl only knows what the kernel was told. */
const WAYS: readonly Ask[] = [askChrony, askNtpd, askTimedatectl];

export const timeSync: Collector<'time_sync'> = async (probe) => {
  const answers: Answer[] = [];
  for (const ask of WAYS) {
    const answer = await ask(probe);
    answers.push(answer);
    if (!('failed' in answer) && answer.synchronized) break;
  }
  const said = answers.filter((answer): answer is ClockReading => !('failed' in answer));
  // A service that runs but is not in charge may report "not synchronised".
  const best = said.find(({ synchronized }) => synchronized) ?? said[0];
  if (!best) {
    const tried = answers.flatMap((answer) => ('failed' in answer ? answer.failed : []));
    throw new Unreadable(`no time service answers here: ${tried.join('; ')}`);
  }
  if (!best.synchronized && (await hasJustStarted(probe))) {
    throw new Unreadable(
      'the PC has just started and its time service is still looking for a source',
    );
  }
  return reading<'time_sync'>(summaryOf(best), {
    synchronized: best.synchronized,
    source: best.source,
    offset_secs: best.offset === null ? null : round(best.offset, 6),
  });
};

/**
 * For some minutes after boot every time service reports "not synchronised": no reason for an
 * alarm.
 */
async function hasJustStarted({ files }: Probe): Promise<boolean> {
  const uptime = parseUptime((await files.readIfThere('/proc/uptime')) ?? '');
  return uptime !== undefined && uptime < SETTLING_SECS;
}

function summaryOf({ synchronized, source, offset }: ClockReading): string {
  if (!synchronized) return 'the clock follows no time source';
  const by = source === null ? '' : ` by ${source}`;
  const off = offset === null ? '' : `, off by ${round(Math.abs(offset) * 1000, 1)} ms`;
  return `clock synchronized${by}${off}`;
}

async function askChrony(probe: Probe): Promise<Answer> {
  const output = await probe.run('chronyc', ['-n', '-c', 'tracking']);
  if (!output.ok) return { failed: output.reason };
  return parseChrony(output.stdout) ?? { failed: 'chronyc answered in an unknown form' };
}

async function askNtpd(probe: Probe): Promise<Answer> {
  const output = await probe.run('ntpq', ['-n', '-c', 'rv']);
  if (!output.ok) return { failed: output.reason };
  return parseNtpq(output.stdout) ?? { failed: 'ntpq answered in an unknown form' };
}

async function askTimedatectl(probe: Probe): Promise<Answer> {
  const output = await probe.run('timedatectl', ['show', '--no-pager']);
  if (!output.ok) return { failed: output.reason };
  const state = parseTimedatectl(output.stdout);
  if (!state) return { failed: 'timedatectl answered in an unknown form' };
  // Without a time service the kernel's flag says nothing: the hypervisor may keep the clock right.
  if (!state.synchronized && !state.ntp) {
    const container = await probe.files.attribute('/run/systemd/container');
    if (container !== undefined) return { failed: `the clock is the host's (${container})` };
  }
  const server = state.synchronized ? await timesyncServer(probe) : null;
  return { synchronized: state.synchronized, source: server, offset: null };
}

/** Only systemd-timesyncd answers; for other services the source stays unknown. */
async function timesyncServer(probe: Probe): Promise<string | null> {
  const output = await probe.run('timedatectl', ['show-timesync', '--no-pager']);
  return output.ok ? parseTimesync(output.stdout) : null;
}
