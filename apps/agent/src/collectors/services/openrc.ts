import { SERVICE_START, SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';

export const RC_STATUS = ['--all', '--format', 'ini'];

const STATUS: Readonly<Record<string, string>> = {
  started: SERVICE_STATUS.running,
  starting: SERVICE_STATUS.running,
  inactive: SERVICE_STATUS.stopped,
  stopped: SERVICE_STATUS.stopped,
  stopping: SERVICE_STATUS.stopped,
  crashed: SERVICE_STATUS.failed,
  failed: SERVICE_STATUS.failed,
};
/** Runlevels that a normal start goes through. */
const BOOT_LEVELS = new Set(['sysinit', 'boot', 'default']);

/** `[default]` followed by `sshd = started`: the form that rc-status(8) has for programs. */
export function parseRcStatus(text: string): ReportedService[] {
  const services = new Map<string, ReportedService>();
  let level = '';
  for (const line of text.split('\n')) {
    const [, section] = /^\[([^\]]{1,100})\]\s*$/.exec(line) ?? [];
    if (section !== undefined) level = section;
    const [, name, word] = /^\s*([A-Za-z0-9_.+@-]{1,256})\s*=\s*([a-z]{1,30})\b/.exec(line) ?? [];
    if (section !== undefined || !name || !word || services.has(name)) continue;
    services.set(name, {
      name,
      display: null,
      status: STATUS[word] ?? null,
      start: BOOT_LEVELS.has(level) ? SERVICE_START.auto : SERVICE_START.manual,
    });
  }
  return [...services.values()];
}
