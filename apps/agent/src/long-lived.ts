import { RUN_COMMAND } from './cli/command-names.js';
import { spareMemory } from './platform/engine.js';

// A module of its own, because its imports run first: all others come after it (main.ts).
if (process.argv[2] === RUN_COMMAND) spareMemory();
