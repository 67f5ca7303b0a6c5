import { fsDiskUsage } from './fs-disk-usage.js';
import { powershellExec } from './powershell-exec.js';

export * from './fs-disk-usage.js';
export * from './no-args.js';
export * from './powershell-exec.js';

/** Every tool, in the order that models and docs see. Adding one is one line here. */
export const TOOLS = [powershellExec, fsDiskUsage] as const;

type Tool = (typeof TOOLS)[number];
export type ToolName = Tool['name'];
export type AgentToolName = Extract<Tool, { where: 'agent' }>['name'];
export type ServerToolName = Extract<Tool, { where: 'server' }>['name'];
export type ToolOf<N extends ToolName> = Extract<Tool, { name: N }>;
export type ArgsOf<N extends ToolName> = InstanceType<ToolOf<N>['args']>;
export type ResultOf<N extends ToolName> = InstanceType<ToolOf<N>['result']>;
