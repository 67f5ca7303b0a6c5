import { mkdir } from 'node:fs/promises';
import { win32 } from 'node:path';
import { readControl, writeControl } from '../../control/control-file.js';
import { ownProgram } from '../place-program.js';
import type { ServiceSetup } from '../service-setup.js';
import { lockFolder, lockState, openTo, SWITCH_FOLDER } from './access-lists.js';
import { nssmService } from './nssm-service.js';
import { placeFiles } from './place-files.js';
import { endHelpers, placeHelperStart, removeHelperStart } from './helper-start.js';
import { SystemPrograms } from './system-programs.js';
import { windowsPaths } from './windows-paths.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Windows: the service under nssm, with files in Program Files and ProgramData. */
export function windowsSetup(env: Environment): ServiceSetup {
  const paths = windowsPaths(env);
  const programs = new SystemPrograms(paths.systemFolder);
  const control = nssmService(paths, programs);
  return {
    folders: paths,
    control,
    whereabouts: `the program is ${paths.program}; everybody at this PC can turn its switch`,
    kept: `the switch ${paths.controlFile}`,

    async placeProgram() {
      // A running program cannot be overwritten.
      await control.stop();
      await endHelpers(paths, programs);
      await placeFiles(await ownProgram(), paths);
      await placeHelperStart(paths, programs);
    },

    lockState: () => lockState(paths, programs),

    async placeSwitch(enabled) {
      const folder = win32.dirname(paths.controlFile);
      await mkdir(folder, { recursive: true });
      await lockFolder(folder, SWITCH_FOLDER, programs);
      const before = await readControl(paths.controlFile);
      if (before.kind === 'missing') await writeControl(paths.controlFile, enabled);
      if (before.kind === 'unusable') return before.reason;
      await openTo(paths.controlFile, programs);
      return undefined;
    },

    async remove() {
      await control.remove();
      await removeHelperStart(programs);
      await endHelpers(paths, programs);
      return `a program cannot take itself away: ${paths.uninstaller} does`;
    },
  };
}
