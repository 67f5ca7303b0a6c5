import type { AgentToolName, ArgsOf, Os, ResultOf } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { PrivateFiles } from '@kenny/guard/fs';
import type { CallGuard } from '../control/agent-guard.js';
import type { Platform } from '../platform/platform.js';
import type { CollectSnapshot } from '../platform/snapshot.js';
import {
  diagAutostart,
  diagEventlog,
  diagProcesses,
  diagServices,
  fsDiskUsage,
  netConfig,
  screenCapture,
} from './diagnosis.js';
import { diskClean, diskCleanable } from './cleaning/disk-clean.js';
import { fsFolderSizes } from './fs/fs-folder-sizes.js';
import { fsList } from './fs/fs-list.js';
import { fsRead } from './fs/fs-read.js';
import { fsSearch } from './fs/fs-search.js';
import type { PathGuard } from './fs/safely.js';
import type { Handler, Handlers, Unsupported } from '../dispatch/handler.js';
import { shellExec } from './shell.js';
import {
  netAdapterReset,
  netDnsFlush,
  powershellExec,
  remotehelpStart,
  remotehelpStatus,
  remotehelpStop,
  wingetInstall,
  wingetList,
  wingetSearch,
  wingetUninstall,
  wingetUpdate,
} from './windows.js';

export interface HandlerDeps {
  platform: Platform;
  guard: CallGuard;
  /** Paths of all files that kenny on this PC uses. */
  privateFiles: () => Promise<readonly string[]>;
  clock: Clock;
  collect: CollectSnapshot;
  callStatus: (args: ArgsOf<'call_status'>) => Promise<ResultOf<'call_status'>>;
  update: Handlers['agent_update'];
}

/** The implementation of each tool on this PC, or why there is none. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { platform, collect, callStatus, clock } = deps;
  const guard: PathGuard = {
    os: platform.os,
    judge: (tool, args) => deps.guard.judge(tool, args),
    privateFiles: async () => PrivateFiles.at(await deps.privateFiles()),
  };
  const on = <T extends AgentToolName, P>(
    part: P | undefined,
    make: (part: P) => Handler<T>,
  ): Handler<T> | Unsupported =>
    part === undefined ? { unsupported: `kenny cannot do this on ${platform.os} yet` } : make(part);
  const onlyWindows = windowsOnly(platform.os);
  const ofWindows = <T extends AgentToolName, P>(
    part: P | undefined,
    make: (part: P) => Handler<T>,
  ): Handler<T> | Unsupported => (part === undefined ? onlyWindows : make(part));
  const shell: Unsupported = { unsupported: 'windows has no such shell; use powershell_exec' };
  return {
    fs_list: fsList(guard),
    fs_search: fsSearch(guard, clock),
    fs_read: fsRead(guard),
    fs_folder_sizes: fsFolderSizes(guard, clock),
    fs_disk_usage: on(platform.volumes, fsDiskUsage),
    diag_processes: on(platform.processes, diagProcesses),
    diag_services: on(platform.services, diagServices),
    diag_eventlog: on(platform.events, diagEventlog),
    diag_autostart: on(platform.autostart, diagAutostart),
    net_config: on(platform.network, netConfig),
    shell_exec: platform.os === 'windows' ? shell : on(platform.shell, shellExec),
    telemetry_collect: ({ sections }, { signal }) => collect(sections, signal),
    call_status: callStatus,
    remotehelp_status: platform.remoteHelp ? remotehelpStatus(platform.remoteHelp) : noRemotehelp,
    remotehelp_start: ofWindows(platform.remoteHelp, remotehelpStart),
    remotehelp_stop: ofWindows(platform.remoteHelp, remotehelpStop),
    powershell_exec: ofWindows(platform.powershell, powershellExec),
    winget_list: ofWindows(platform.packages, wingetList),
    winget_search: ofWindows(platform.packages, wingetSearch),
    winget_install: ofWindows(platform.packages, wingetInstall),
    winget_uninstall: ofWindows(platform.packages, wingetUninstall),
    winget_update: ofWindows(platform.packages, wingetUpdate),
    net_dns_flush: ofWindows(platform.flushDns, netDnsFlush),
    net_adapter_reset: ofWindows(platform.resetAdapter, netAdapterReset),
    disk_cleanable: on(platform.cleanPlaces, (places) => diskCleanable(places, clock)),
    disk_clean: on(platform.cleanPlaces, (places) => diskClean(places, clock)),
    screen_capture: on(platform.screen, screenCapture),
    agent_update: deps.update,
  };
}

/** Quick Assist exists on Windows only (seed 000). */
const noRemotehelp: Handler<'remotehelp_status'> = () =>
  Promise.resolve({
    installed: false,
    version: null,
    internet_ok: false,
    interactive_session: false,
  });

function windowsOnly(os: Os): Unsupported {
  if (os === 'windows') return { unsupported: 'kenny cannot do this on windows yet' };
  return { unsupported: `this tool needs Windows; this PC runs ${os}` };
}
