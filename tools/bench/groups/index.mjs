import { agentHour } from './agent-hour.mjs';
import { agent } from './agent.mjs';
import { backup } from './backup.mjs';
import { chat } from './chat.mjs';
import { commands } from './commands.mjs';
import { connections } from './connections.mjs';
import { dashboards } from './dashboards.mjs';
import { fleet } from './fleet.mjs';
import { flood } from './flood.mjs';
import { guard } from './guard.mjs';
import { history } from './history.mjs';
import { metrics } from './metrics.mjs';
import { rpc } from './rpc.mjs';
import { signatures } from './signatures.mjs';
import { start } from './start.mjs';
import { taskFlood } from './task-flood.mjs';
import { tasks } from './tasks.mjs';
import { telemetry } from './telemetry.mjs';
import { writing } from './writing.mjs';

/**
 * Every group of rows, in the order in which they run. A group names its goals (`goals.mjs`) and
 * yields one measurement for each: `{id, value, bare?, limit?, note?}` or `{id, skipped}`. What it
 * yields with a `title` is a row with a goal of its own, or with none.
 * @type {readonly {
 *   name: string,
 *   goals: readonly string[],
 *   onRequest?: boolean,
 *   run(bench: { world: import('../world.mjs').World, sizes: object, quick: boolean }): AsyncIterable<object>,
 * }[]}
 */
export const GROUPS = [
  ...[
    start,
    signatures,
    guard,
    writing,
    connections,
    commands,
    dashboards,
    telemetry,
    flood,
    fleet,
    metrics,
    backup,
    chat,
    rpc,
    tasks,
    taskFlood,
    agent,
  ],
  ...[agentHour, history],
];
