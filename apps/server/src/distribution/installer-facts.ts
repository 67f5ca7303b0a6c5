/** What every installer of one PC contains. */
export interface InstallerFacts {
  readonly agent_id: string;
  readonly server_url: string;
  readonly server_public_key: string;
  readonly token: string;
  /** Seconds between the PC's snapshots. */
  readonly telemetry_interval_s: number;
  /** PEM of the CA of the server's certificate; null where PCs trust it already. */
  readonly tls_ca: string | null;
  /** Plain HTTP beyond this machine was explicitly allowed. */
  readonly insecure: boolean;
}
