// First: code that has run already would not be affected.
import './long-lived.js';
import { runProgramLine } from './cli/agent-program.js';
import { leave, processTerminal } from './cli/process-terminal.js';

// CommonJS in the end (ADR 0011): no top-level await.
void runProgramLine(process.argv.slice(2), processTerminal()).then(leave);
