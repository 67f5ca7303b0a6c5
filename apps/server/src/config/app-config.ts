import type { LogLevel } from '@kenny/contract';

/** The server's configuration, validated and frozen; nobody else reads `process.env`. */
export interface AppConfig {
  readonly host: string;
  readonly port: number;
  /** Absolute path, mode 0700, holds the marker `.kenny-private`. */
  readonly dataDir: string;
  readonly database:
    | { readonly type: 'sqlite'; readonly file: string }
    | { readonly type: 'postgres'; readonly url: string };
  /** Base of links, without a trailing slash. */
  readonly publicUrl: string;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** PEM of the authority behind our certificate, when PCs do not know it by themselves. */
  readonly tlsCa: string | null;
  readonly trustProxy: readonly string[];
  readonly insecureHttp: boolean;
  readonly operatorToken: string | null;
  /** 32 raw bytes. */
  readonly serverSeed: Buffer | null;
  /** 32 raw bytes; without it agents alone judge who signed a release. */
  readonly releaseKey: Buffer | null;
  readonly allowTokenAuth: boolean;
  readonly telemetryIntervalSecs: number;
  readonly approvalTtlSecs: number;
  readonly retentionDays: number;
  readonly anthropic: {
    readonly apiKey: string | null;
    readonly baseUrl: string | null;
    readonly model: string;
  };
  readonly logLevel: LogLevel;
}

/** DI token of the frozen `AppConfig`. */
export const APP_CONFIG = Symbol('APP_CONFIG');
