import type { Os, ResultOf } from '@kenny/contract/agent';
import type { Places } from './clean-places.js';

/** Every reading stops soon after the signal fires. */
export interface ReadingContext {
  readonly signal: AbortSignal;
}

/** Reads something of this PC in the shape of the tool. Throws `ToolFailure`. */
type Reader<R> = (context: ReadingContext) => Promise<R>;

/** Installed programs, each by its exact id. */
export interface PackageManager {
  readonly list: Reader<ResultOf<'winget_list'>['packages']>;
  /** Those that could be installed. */
  readonly search: (words: string, context: ReadingContext) => Promise<ResultOf<'winget_search'>>;
  readonly install: PackageChange;
  readonly uninstall: PackageChange;
  /** Without an id: everything that has an update. */
  readonly update: (
    id: string | undefined,
    context: ReadingContext,
  ) => Promise<ResultOf<'winget_update'>>;
}

export interface RemoteHelp {
  readonly status: Reader<ResultOf<'remotehelp_status'>>;
  readonly start: Reader<ResultOf<'remotehelp_start'>>;
  readonly stop: Reader<ResultOf<'remotehelp_stop'>>;
}

type PackageChange = (id: string, context: ReadingContext) => Promise<ResultOf<'winget_install'>>;

/**
 * What tools need of the operating system: one object per system. A missing operation is
 * `unsupported` there, and the agent does not announce its tool.
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
  /** Where this system keeps what may be emptied. */
  readonly cleanPlaces?: Reader<Places>;
  readonly flushDns?: Reader<void>;
  /** Switches a network adapter off and on again. */
  readonly resetAdapter?: (name: string, context: ReadingContext) => Promise<void>;
  /** Screenshot of all screens. */
  readonly screen?: Reader<ResultOf<'screen_capture'>>;
  readonly remoteHelp?: RemoteHelp;
  /** How `shell_exec` starts a shell: the command is the last argument. */
  readonly shell?: { readonly file: string; readonly args: readonly string[] };
}
