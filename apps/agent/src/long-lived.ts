import { RUN_COMMAND } from './cli/command-names.js';
import { spareMemory } from './platform/engine.js';

// A separate module, because imports run first: main.ts imports it before all others.
if (process.argv[2] === RUN_COMMAND) spareMemory();
