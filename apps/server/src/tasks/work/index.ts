import { AcpAgents } from './acp-agents.js';
import { AcpBrain } from './acp-brain.js';
import { AgentStarter } from './agents.js';
import { AtWork } from './at-work.js';
import { Instances } from './instances.js';
import { TasksLifetime } from './lifetime.js';
import { Orchestrator } from './orchestrator.js';
import { OwnAddress } from './own-address.js';
import { TaskRequests } from './requests.js';
import { Slots } from './slots.js';
import { TaskChanges } from './task-changes.js';
import { TaskWaits } from './task-waits.js';
import { TurnRunner } from './turn-runner.js';
import { Turns } from './turns.js';

export { AgentStarter, AgentFault, type LiveAgent } from './agents.js';
export { AtWork } from './at-work.js';
export { TasksLifetime } from './lifetime.js';
export { Orchestrator, type Started } from './orchestrator.js';
export { Slots } from './slots.js';
export { noSuchTask, TaskChanges } from './task-changes.js';
export { TaskWaits, type OpenWait } from './task-waits.js';
export { MOST_WAITS, plainError, waitingTask } from './waiting-task.js';
export { Turns } from './turns.js';

/** For the module of tasks. */
export const WORK_PROVIDERS = [
  ...[AcpBrain, AtWork, Instances, Orchestrator, OwnAddress, Slots, TaskChanges, TaskRequests],
  ...[TaskWaits, TasksLifetime, TurnRunner, Turns],
  { provide: AgentStarter, useClass: AcpAgents },
];
