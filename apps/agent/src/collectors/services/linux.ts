import { SERVICE_STATUS, type ReportedService } from '@kenny/contract/agent';
import type { Collector } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { Unreadable } from '../../errors/unreadable.js';
import { parseRcStatus, RC_STATUS } from './openrc.js';
import { serviceReading } from './service-reading.js';
import { parseSystemdServices, SYSTEMCTL_SHOW } from './systemd.js';
import { readSysvServices } from './sysv.js';

export const services: Collector<'services'> = async (probe) =>
  serviceReading(
    await readServices(probe),
    ({ status }) => status === SERVICE_STATUS.failed,
    (names) => (names === undefined ? ', none failed' : `, failed: ${names}`),
  );

export type ServiceManager = 'systemd' | 'openrc' | 'sysv';

/** The manager that runs this system; undefined in a container, or with one kenny cannot ask. */
export async function serviceManager({ files }: Probe): Promise<ServiceManager | undefined> {
  // sd_booted(3): installed is not enough, it must be the one that runs.
  if (await files.exists('/run/systemd/system')) return 'systemd';
  if (await files.exists('/run/openrc/softlevel')) return 'openrc';
  const scripts = (await files.exists('/etc/inittab')) && (await files.isFolder('/etc/init.d'));
  return scripts && (await files.attribute('/proc/1/comm')) === 'init' ? 'sysv' : undefined;
}

/**
 * Every service that the running service manager knows. Shared with `diag_services`.
 * @throws Unreadable when no service manager runs that kenny can ask, or when it does not answer.
 */
export async function readServices(probe: Probe): Promise<ReportedService[]> {
  const manager = await serviceManager(probe);
  switch (manager) {
    case 'systemd':
      return parseSystemdServices(await outputOf(probe, 'systemctl', SYSTEMCTL_SHOW));
    case 'openrc':
      return parseRcStatus(await outputOf(probe, 'rc-status', RC_STATUS));
    case 'sysv':
      return readSysvServices(probe);
    case undefined: {
      const first = (await probe.files.attribute('/proc/1/comm')) ?? 'not readable';
      throw new Unreadable(
        `no service manager that kenny can ask runs here (process 1 is ${first})`,
      );
    }
  }
}

async function outputOf(probe: Probe, program: string, args: readonly string[]): Promise<string> {
  const output = await probe.run(program, args, { timeoutMs: 10_000 });
  if (!output.ok) throw new Unreadable(output.reason);
  return output.stdout;
}
