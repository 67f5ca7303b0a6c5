import { AGENTCTL_PROGRAM } from '../../config/index.js';
import { AgentEnvironment, AgentTypes, RuntimeStates } from '../types/index.js';
import { AGENTCTL_FILE, AgentRuntimes } from './agent-runtimes.js';
import { DockerRuntime } from './docker-runtime.js';
import { RuntimesHere } from './runtimes-here.js';

export { sharesLoopback } from './docker-runtime.js';
export { AGENTCTL_FILE, AgentRuntimes } from './agent-runtimes.js';
export {
  agentctlLink,
  type AcpLink,
  type AgentExit,
  type LaunchedAgent,
  type LaunchWorkspace,
} from './launched-agent.js';
export type { Run } from './run.js';

/** Everything about what may run on this server and how; for the module of tasks. */
export const RUNTIME_PROVIDERS = [
  AgentTypes,
  AgentEnvironment,
  AgentRuntimes,
  DockerRuntime,
  { provide: RuntimeStates, useClass: RuntimesHere },
  { provide: AGENTCTL_FILE, useValue: AGENTCTL_PROGRAM },
];
