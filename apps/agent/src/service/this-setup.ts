import { thisOs } from '../platform/this-os.js';
import { linuxSetup } from './linux/linux-setup.js';
import { ServiceFault } from './service-control.js';
import type { ServiceSetup } from './service-setup.js';
import { windowsSetup } from './windows/windows-setup.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ServiceFault on systems without a service */
export async function thisSetup(env: Environment): Promise<ServiceSetup> {
  switch (thisOs()) {
    case 'linux':
      return linuxSetup();
    case 'windows':
      return windowsSetup(env);
    case 'macos':
      throw new ServiceFault(
        'there is no service for macOS yet; the agent is set up there by hand',
      );
  }
}
