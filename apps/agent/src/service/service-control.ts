/** Keeps the agent running on this PC and starts it at boot. */
export interface ServiceControl {
  /** For people: "systemd". */
  readonly name: string;
  /** Rewrites its files, whatever was there. */
  place(runArgs: readonly string[]): Promise<void>;
  /** Starts it with the PC; returns what it could not do as a sentence. */
  enable(): Promise<string | undefined>;
  /** @throws ServiceFault when it does not start */
  start(): Promise<void>;
  /** Stops the agent if it runs. @throws ServiceFault */
  stop(): Promise<void>;
  /** Stops it and removes its files and its start at boot, if there are any. */
  remove(): Promise<void>;
}

/** Setting up the service failed; the message is for the person at the PC. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault';
}
