import type { ServiceControl } from './service-control.js';

/** Files that an installed service keeps. */
export interface ServiceFolders {
  readonly stateFolder: string;
  /** CA certificate of the server, where it has its own. */
  readonly tlsCa: string;
  readonly controlFile: string;
}

/** What differs between systems when the agent is installed. */
export interface ServiceSetup {
  readonly folders: ServiceFolders;
  readonly control: ServiceControl;
  /** Shown to the person at the PC: where the program is, and who may turn the switch. */
  readonly whereabouts: string;
  /** Shown to the person at the PC: what an uninstallation leaves on purpose. */
  readonly kept: string;
  /** Installs the program. @throws ServiceFault */
  placeProgram(): Promise<void>;
  /** Restricts the state folder to the service's account and administrators. */
  lockState(): Promise<void>;
  /**
   * Lets people at the PC turn the switch, but not remove it.
   * @param enabled content of a new file
   * @returns why it cannot be trusted, if so
   */
  placeSwitch(enabled: boolean): Promise<string | undefined>;
  /** Removes the service and its program. @returns what the person has left to do, if anything */
  remove(): Promise<string | undefined>;
}
