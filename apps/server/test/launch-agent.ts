import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RuntimeWorld } from './runtime-world.js';

/**
 * Launches one agent and stays. The agent's pipe lies in its workspace; a link beside the data folder's
 * other files leads there.
 */
const [folder = '', agentctl = '', script = ''] = process.argv.slice(2);
const task_id = randomUUID();
const workspace = join(folder, 'tasks', task_id, 'workspace');
mkdirSync(workspace, { recursive: true, mode: 0o700 });
execFileSync('mkfifo', [join(workspace, 'line')]);
symlinkSync(join(workspace, 'line'), join(folder, 'line'));
console.log('prepared');
const world = new RuntimeWorld(folder, { agentctl });
const told = await world.start(world.aType({ command: ['/bin/bash', '-c', script] }), { task_id });
console.log(await told.said(), told.agent.marker);
