/** What keeps the agent running on this PC and starts it at boot. */
export interface ServiceControl {
  /** For people: "systemd". */
  readonly name: string;
  /** Writes its files anew, whatever stood there. */
  place(runArgs: readonly string[]): Promise<void>;
  /** Makes it start with the PC; what it could not do comes back as a sentence. */
  enable(): Promise<string | undefined>;
  /** @throws ServiceFault when it does not start. */
  start(): Promise<void>;
  /** Ends the agent if it runs. @throws ServiceFault */
  stop(): Promise<void>;
  /** Stops it and takes its files and its start at boot away; also when there are none. */
  remove(): Promise<void>;
}

/** The service could not be set up; the message is for the person at the PC. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault';
}
