import { REBOOT_REASONS } from '@kenny/contract/agent';
import { type Collector, reading, unreadable } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import type { SystemFiles } from '../probe/system-files.js';
import { some } from '../words.js';
import { newerKernel } from './kernel-version.js';

/** Debian and its derivatives: packages that need a restart create it. */
const MARKER = '/run/reboot-required';
const MAX_PACKAGES = 50;

export const rebootPending: Collector<'reboot_pending'> = async (probe) => {
  const { files } = probe;
  const marked = await files.exists(MARKER);
  const packages = marked ? parsePackages((await files.readIfThere(`${MARKER}.pkgs`)) ?? '') : [];
  const running = await files.attribute('/proc/sys/kernel/osrelease');
  const kernel = running === undefined ? undefined : await judgeKernel(probe, running);
  if (!marked && kernel === undefined) {
    return unreadable(
      `nothing here tells: no ${MARKER}, no installed kernel to compare ${running ?? 'the running one'} with`,
    );
  }
  const reasons = [
    ...(marked ? [REBOOT_REASONS.packageRequest] : []),
    ...(kernel?.pending ? [REBOOT_REASONS.kernelUpdate] : []),
  ];
  const details = [
    ...(marked
      ? [packages.length > 0 ? `asked for by ${some(packages, 3)}` : 'a package asks']
      : []),
    ...(kernel?.pending ? [kernel.detail] : []),
  ];
  return reading<'reboot_pending'>(
    reasons.length === 0 ? 'no restart is pending' : `restart pending: ${details.join('; ')}`,
    { pending: reasons.length > 0, reasons },
  );
};

/** One package name per line, with repetitions. */
export function parsePackages(text: string): string[] {
  const names = text
    .split('\n')
    .flatMap((line) => /^[A-Za-z0-9.+_:-]{1,200}$/.exec(line.trim()) ?? []);
  return [...new Set(names)].slice(0, MAX_PACKAGES);
}

interface KernelVerdict {
  pending: boolean;
  detail: string;
}

/** Undefined when the kernels on disk do not include the running one (a container, a guest). */
async function judgeKernel(probe: Probe, running: string): Promise<KernelVerdict | undefined> {
  const installed = await installedKernels(probe.files);
  if (installed.length === 0) return askNeedrestart(probe, running);
  const newer = newerKernel(running, installed);
  if (newer !== undefined) {
    return { pending: true, detail: `kernel ${newer} is installed, ${running} runs` };
  }
  if (installed.includes(running)) return { pending: false, detail: '' };
  // Neither the running kernel nor a newer one is installed: it may come from outside, as in a
  // guest.
  return askNeedrestart(probe, running);
}

async function installedKernels(files: SystemFiles): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of ['/lib/modules', '/usr/lib/modules']) {
    for (const release of await files.listIfThere(folder, 500)) {
      // Leftovers of removed kernels have no list of modules.
      if (await files.exists(`${folder}/${release}/modules.dep`)) found.add(release);
    }
  }
  for (const name of await files.listIfThere('/boot', 2_000)) {
    const [, release] = /^(?:vmlinuz|vmlinux|kernel)-(\d.{1,120})$/.exec(name) ?? [];
    if (release !== undefined && !release.includes('rescue')) found.add(release);
  }
  return [...found];
}

async function askNeedrestart(probe: Probe, running: string): Promise<KernelVerdict | undefined> {
  const output = await probe.run('needrestart', ['-b', '-k'], { timeoutMs: 10_000 });
  const state = output.ok ? parseNeedrestart(output.stdout) : undefined;
  if (state === undefined) return undefined;
  return {
    pending: state.pending,
    detail: `kernel ${state.expected ?? 'newer'} is installed, ${running} runs`,
  };
}

/**
 * `needrestart -b -k`: `NEEDRESTART-KSTA: 3` is 0 unknown, 1 current, 2 and 3 an update waits
 * (README.batch.md of needrestart).
 */
export function parseNeedrestart(
  text: string,
): { pending: boolean; expected: string | undefined } | undefined {
  const [, state] = /^NEEDRESTART-KSTA: ([0-3])\s*$/m.exec(text) ?? [];
  if (state === undefined || state === '0') return undefined;
  const [, expected] = /^NEEDRESTART-KEXP: (\S{1,120})\s*$/m.exec(text) ?? [];
  return { pending: state !== '1', expected };
}
