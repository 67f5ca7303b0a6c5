import { agentHealth } from './agent-health.js';
import { agentSnapshot } from './agent-snapshot.js';
import { agentUpdate } from './agent-update.js';
import { askOperator } from './ask-operator.js';
import { callStatus } from './call-status.js';
import { diagAutostart } from './diag-autostart.js';
import { diagEventlog } from './diag-eventlog.js';
import { diagProcesses } from './diag-processes.js';
import { diagServices } from './diag-services.js';
import { fleetOverview } from './fleet-overview.js';
import { fsDiskUsage } from './fs-disk-usage.js';
import { fsList } from './fs-list.js';
import { fsRead } from './fs-read.js';
import { fsSearch } from './fs-search.js';
import { listAgents } from './list-agents.js';
import { netAdapterReset } from './net-adapter-reset.js';
import { netConfig } from './net-config.js';
import { netDnsFlush } from './net-dns-flush.js';
import { powershellExec } from './powershell-exec.js';
import { remotehelpStart } from './remotehelp-start.js';
import { remotehelpStatus } from './remotehelp-status.js';
import { remotehelpStop } from './remotehelp-stop.js';
import { screenCapture } from './screen-capture.js';
import { selectAgent } from './select-agent.js';
import { shellExec } from './shell-exec.js';
import { telemetryCollect } from './telemetry-collect.js';
import { wingetInstall } from './winget-install.js';
import { wingetList } from './winget-list.js';
import { wingetUninstall } from './winget-uninstall.js';
import { wingetUpdate } from './winget-update.js';

export * from './agent-health.js';
export * from './agent-id-args.js';
export * from './agent-snapshot.js';
export * from './agent-update.js';
export * from './ask-operator.js';
export * from './call-status.js';
export * from './diag-autostart.js';
export * from './diag-eventlog.js';
export * from './diag-processes.js';
export * from './diag-services.js';
export * from './fleet-overview.js';
export * from './fs-disk-usage.js';
export * from './fs-list.js';
export * from './fs-read.js';
export * from './fs-search.js';
export * from './list-agents.js';
export * from './net-adapter-reset.js';
export * from './net-config.js';
export * from './net-dns-flush.js';
export * from './no-args.js';
export * from './ok-result.js';
export * from './powershell-exec.js';
export * from './remotehelp-start.js';
export * from './remotehelp-status.js';
export * from './remotehelp-stop.js';
export * from './screen-capture.js';
export * from './select-agent.js';
export * from './shell-exec.js';
export * from './shell-result.js';
export * from './telemetry-collect.js';
export * from './winget-install.js';
export * from './winget-list.js';
export * from './winget-package.js';
export * from './winget-uninstall.js';
export * from './winget-update.js';

/** Every tool, in the order that models and docs see (seed 000, then additions, then the server's own). */
export const TOOLS = [
  powershellExec,
  shellExec,
  fsList,
  fsSearch,
  fsRead,
  fsDiskUsage,
  wingetList,
  wingetInstall,
  wingetUninstall,
  wingetUpdate,
  diagProcesses,
  diagServices,
  diagEventlog,
  diagAutostart,
  netConfig,
  netDnsFlush,
  netAdapterReset,
  screenCapture,
  remotehelpStatus,
  remotehelpStart,
  remotehelpStop,
  telemetryCollect,
  agentUpdate,
  callStatus,
  listAgents,
  selectAgent,
  fleetOverview,
  agentHealth,
  agentSnapshot,
] as const;

/** What the model of a chat is offered besides: the conversation answers these, not a PC. */
export const CONVERSATION_TOOLS = [askOperator] as const;

type Tool = (typeof TOOLS)[number];
export type ToolName = Tool['name'];
export type AgentToolName = Extract<Tool, { where: 'agent' }>['name'];
export type ServerToolName = Extract<Tool, { where: 'server' }>['name'];
export type ToolOf<N extends ToolName> = Extract<Tool, { name: N }>;
export type ArgsOf<N extends ToolName> = InstanceType<ToolOf<N>['args']>;
export type ResultOf<N extends ToolName> = InstanceType<ToolOf<N>['result']>;
