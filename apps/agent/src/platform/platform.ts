import type { Os, ResultOf } from '@kenny/contract/agent';

/** What every reading of the machine gets: it stops soon after the signal fires. */
export interface ReadingContext {
  readonly signal: AbortSignal;
}

/** Reads something of this machine, in the shape of the tool that asks. Throws `ToolFailure`. */
type Reader<R> = (context: ReadingContext) => Promise<R>;

/** The programs of a PC, each named by its exact id. */
export interface PackageManager {
  readonly list: Reader<ResultOf<'winget_list'>['packages']>;
  readonly install: PackageChange;
  readonly uninstall: PackageChange;
  /** Without an id: everything that has an update. */
  readonly update: (
    id: string | undefined,
    context: ReadingContext,
  ) => Promise<ResultOf<'winget_update'>>;
}

/** Quick Assist, which people help each other with. */
export interface RemoteHelp {
  readonly status: Reader<ResultOf<'remotehelp_status'>>;
  readonly start: Reader<ResultOf<'remotehelp_start'>>;
  readonly stop: Reader<ResultOf<'remotehelp_stop'>>;
}

type PackageChange = (id: string, context: ReadingContext) => Promise<ResultOf<'winget_install'>>;

/**
 * The seam between the tools and the operating system: one object per system. An operation that is
 * left out is `unsupported` there, and the agent does not announce its tool.
 */
export interface Platform {
  readonly os: Os;
  readonly volumes?: Reader<ResultOf<'fs_disk_usage'>['volumes']>;
  readonly processes?: Reader<ResultOf<'diag_processes'>['processes']>;
  readonly services?: Reader<ResultOf<'diag_services'>['services']>;
  readonly autostart?: Reader<ResultOf<'diag_autostart'>['entries']>;
  readonly network?: Reader<ResultOf<'net_config'>>;
  /** The newest `count` events of a log, newest first. */
  readonly events?: (
    log: string,
    count: number,
    context: ReadingContext,
  ) => Promise<ResultOf<'diag_eventlog'>['events']>;
  /** Runs an operator's script in PowerShell. */
  readonly powershell?: (
    script: string,
    context: ReadingContext,
  ) => Promise<ResultOf<'powershell_exec'>>;
  readonly packages?: PackageManager;
  readonly flushDns?: Reader<void>;
  /** Switches a network adapter off and on again. */
  readonly resetAdapter?: (name: string, context: ReadingContext) => Promise<void>;
  /** A picture of all screens, as the person in front of them sees them. */
  readonly screen?: Reader<ResultOf<'screen_capture'>>;
  readonly remoteHelp?: RemoteHelp;
  /** How `shell_exec` starts a shell: the command comes as the last argument. */
  readonly shell?: { readonly file: string; readonly args: readonly string[] };
}
