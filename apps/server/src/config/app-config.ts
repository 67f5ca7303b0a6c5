import type { LogLevel, RunKind } from '@kenny/contract';
import type { BackupBucket } from './backup-bucket.js';
import type { ModelPrices } from './model-prices.js';

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
  /** Where `publicUrl` comes from. */
  readonly address: {
    /** What an admin had kept in the data folder; null: nothing. */
    readonly kept: string | null;
    /** Variables given by hand that say where the server is: they win over what is kept. */
    readonly given: readonly string[];
  };
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** PEM of the authority behind our certificate, when PCs do not know it by themselves. */
  readonly tlsCa: string | null;
  readonly trustProxy: readonly string[];
  readonly insecureHttp: boolean;
  /** Its PCs are made up: every page says so. */
  readonly demo: boolean;
  readonly operatorToken: string | null;
  /** 32 raw bytes. */
  readonly serverSeed: Buffer | null;
  /** 32 raw bytes; without it agents alone judge who signed a release. */
  readonly releaseKey: Buffer | null;
  readonly allowTokenAuth: boolean;
  readonly telemetryIntervalSecs: number;
  readonly approvalTtlSecs: number;
  readonly retentionDays: number;
  /** Push services of browsers: a name, `*.` before it for all below, an address with its port. */
  readonly pushHosts: readonly string[];
  readonly backup: {
    /** Absolute path. */
    readonly dir: string;
    /** False: only when somebody asks for one; null: an admin sets it while the server runs. */
    readonly daily: boolean | null;
    /** Before migrations change what is there. */
    readonly beforeUpgrade: boolean;
    /** Public keys of age; with none of them backups are not encrypted. */
    readonly recipients: readonly string[];
    /** Where each is sent as well; null: nowhere. */
    readonly bucket: BackupBucket | null;
  };
  /** Where the newest version is named; null: an admin may say so while the server runs. */
  readonly releaseFeed: string | null;
  /** How it was started; null: nobody said, and it cannot be seen. */
  readonly runsAs: RunKind | null;
  readonly anthropic: {
    readonly apiKey: string | null;
    readonly baseUrl: string | null;
    readonly model: string;
    /** Null: nobody has said what models cost. */
    readonly prices: ModelPrices | null;
  };
  /** External agents. */
  readonly tasks: {
    /** Absolute path; the file need not be there. */
    readonly agentTypesFile: string;
    readonly maxConcurrent: number;
    readonly retrySecs: number;
    readonly stallSecs: number;
    /** False: an admin lets agents run with all rights of the server. */
    readonly sandbox: boolean;
  };
  /** Where programs of this machine are looked for. */
  readonly places: Places;
  readonly logLevel: LogLevel;
}

/** What is known of the machine's folders from the environment, and nothing else of it. */
export interface Places {
  readonly home: string;
  /** Folders of PATH. */
  readonly path: readonly string[];
  /** The socket of a container engine, when somebody has named one. */
  readonly docker: string | null;
  /** Variables that name folders, for paths that mention them. */
  readonly variables: Readonly<Record<string, string>>;
}

/** DI token of the frozen `AppConfig`. */
export const APP_CONFIG = Symbol('APP_CONFIG');
