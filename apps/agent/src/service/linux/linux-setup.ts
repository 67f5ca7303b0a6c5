import { rm } from 'node:fs/promises';
import { ownProgram, placeProgram, removeLink } from '../place-program.js';
import { servicePaths } from '../service-paths.js';
import type { ServiceSetup } from '../service-setup.js';
import { CONTROL_GROUP, ensureGroup, placeSwitch } from './control-group.js';
import { plainService } from './plain-service.js';
import { systemdRuns, systemdService } from './systemd-service.js';

/** systemd where it runs this PC, otherwise the plain supervisor. */
export async function linuxSetup(): Promise<ServiceSetup> {
  const paths = servicePaths();
  const [plain, systemd] = [plainService(paths), systemdService(paths)];
  const underSystemd = await systemdRuns();
  return {
    folders: paths,
    control: underSystemd ? systemd : plain,
    whereabouts: `the program is ${paths.command}; members of ${CONTROL_GROUP} turn its switch`,
    kept: `the switch ${paths.controlFile} and the group ${CONTROL_GROUP}`,
    placeProgram: async () => placeProgram(await ownProgram(), paths),
    // Its mode is enough.
    lockState: () => Promise.resolve(),
    placeSwitch: async (enabled) => placeSwitch(paths.controlFile, await ensureGroup(), enabled),
    async remove() {
      if (underSystemd) await systemd.remove();
      // systemd may have been installed after the agent.
      await plain.remove();
      await removeLink(paths);
      await rm(paths.programFolder, { recursive: true, force: true });
      return undefined;
    },
  };
}
