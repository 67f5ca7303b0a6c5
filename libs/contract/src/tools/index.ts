import * as tools from './every-tool.js';

export * from './every-tool.js';

/** Every tool, in the order that models and docs see (seed 000, then additions, then the server's own). */
export const TOOLS = [
  tools.powershellExec,
  tools.shellExec,
  tools.fsList,
  tools.fsSearch,
  tools.fsRead,
  tools.fsDiskUsage,
  tools.wingetList,
  tools.wingetInstall,
  tools.wingetUninstall,
  tools.wingetUpdate,
  tools.diagProcesses,
  tools.diagServices,
  tools.diagEventlog,
  tools.diagAutostart,
  tools.netConfig,
  tools.netDnsFlush,
  tools.netAdapterReset,
  tools.screenCapture,
  tools.remotehelpStatus,
  tools.remotehelpStart,
  tools.remotehelpStop,
  tools.telemetryCollect,
  tools.agentUpdate,
  tools.callStatus,
  tools.diskCleanable,
  tools.diskClean,
  tools.fsFolderSizes,
  tools.wingetSearch,
  tools.listAgents,
  tools.selectAgent,
  tools.fleetOverview,
  tools.agentHealth,
  tools.agentSnapshot,
  tools.healthHistory,
  tools.waitingRequests,
] as const;

/** What the model of a chat is offered besides: the conversation answers these, not a PC. */
export const CONVERSATION_TOOLS = [tools.askOperator, tools.readSkill] as const;

type Tool = (typeof TOOLS)[number];
export type ToolName = Tool['name'];
export type AgentToolName = Extract<Tool, { where: 'agent' }>['name'];
export type ServerToolName = Extract<Tool, { where: 'server' }>['name'];
export type ToolOf<N extends ToolName> = Extract<Tool, { name: N }>;
export type ArgsOf<N extends ToolName> = InstanceType<ToolOf<N>['args']>;
export type ResultOf<N extends ToolName> = InstanceType<ToolOf<N>['result']>;
