import { thisOs } from '../platform/this-os.js';
import { servicePaths } from './service-paths.js';
import { pointNssmAt } from './windows/nssm-service.js';
import { endHelpers } from './windows/helper-start.js';
import { SystemPrograms } from './windows/system-programs.js';
import { windowsPaths } from './windows/windows-paths.js';

/** The program that the service manager of this PC starts. */
export interface InstalledProgram {
  readonly program: string;
  /** Makes it start this file from the next start on. @throws ServiceFault */
  readonly pointAt: (file: string) => Promise<void>;
  /** Ends what else runs from it: the helpers in desktop sessions. */
  readonly letGo: () => Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined where there is no service of ours yet. */
export function installedProgram(env: Environment): InstalledProgram | undefined {
  switch (thisOs()) {
    case 'linux':
      return {
        program: servicePaths().program,
        pointAt: () => Promise.reject(new Error('the unit of the service is not changed')),
        letGo: () => Promise.resolve(),
      };
    case 'windows': {
      const { program, systemFolder } = windowsPaths(env);
      const programs = new SystemPrograms(systemFolder);
      return {
        program,
        pointAt: pointNssmAt(programs),
        letGo: () => endHelpers({ program }, programs),
      };
    }
    case 'macos':
      return undefined;
  }
}
