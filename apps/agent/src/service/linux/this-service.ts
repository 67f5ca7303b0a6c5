import type { ServiceControl } from '../service-control.js';
import type { ServicePaths } from '../service-paths.js';
import { plainService } from './plain-service.js';
import { systemdRuns, systemdService } from './systemd-service.js';

/** systemd where it runs the PC, else the plain supervisor. */
export async function thisService(paths: ServicePaths): Promise<ServiceControl> {
  return (await systemdRuns()) ? systemdService : plainService(paths);
}
