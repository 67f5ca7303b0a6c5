/** What an installer of one PC brings along, on every system. */
export interface InstallerFacts {
  readonly agent_id: string;
  readonly server_url: string;
  readonly server_public_key: string;
  readonly token: string;
  /** Seconds between the PC's snapshots. */
  readonly telemetry_interval_s: number;
  /** PEM of the authority behind the server's certificate; null where PCs know it. */
  readonly tls_ca: string | null;
  /** The server is reached without encryption beyond this machine, and that was asked for. */
  readonly insecure: boolean;
}
