import { randomUUID } from 'node:crypto';
import { aType, RuntimeWorld } from './runtime-world.js';

/** Launches one agent in a container and stays. */
const [folder = '', docker = '', image = '', run_id = ''] = process.argv.slice(2);
const world = new RuntimeWorld(folder, { agentctl: '/nonexistent', places: { docker } });
const type = aType({ runtime: 'docker', command: [], image });
const told = await world.start(type, { task_id: randomUUID(), run_id });
console.log(await told.said());
