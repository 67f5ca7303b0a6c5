import type { ServiceControl } from './service-control.js';

/** What an installed service keeps, wherever that is on this system. */
export interface ServiceFolders {
  readonly stateFolder: string;
  /** Certificate of the server's own authority, where it has one. */
  readonly tlsCa: string;
  readonly controlFile: string;
}

/** Everything about installing the agent that is another on each system. */
export interface ServiceSetup {
  readonly folders: ServiceFolders;
  readonly control: ServiceControl;
  /** For the person at the PC: where the program is, and who turns the switch. */
  readonly whereabouts: string;
  /** For the person at the PC: what an uninstallation leaves behind on purpose. */
  readonly kept: string;
  /** Puts the program where the service expects it. @throws ServiceFault */
  placeProgram(): Promise<void>;
  /** Keeps everybody but the service's account and administrators out of the state folder. */
  lockState(): Promise<void>;
  /**
   * Makes the switch such that people at the PC can turn it and cannot take it away.
   * @param enabled what a file that is not there yet says
   * @returns what is wrong with it, when it cannot be trusted
   */
  placeSwitch(enabled: boolean): Promise<string | undefined>;
  /** Takes the service and its program away. @returns what the person has to do, if anything */
  remove(): Promise<string | undefined>;
}
