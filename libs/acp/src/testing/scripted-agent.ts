import { join } from 'node:path';
import type { AgentScript } from './script.js';

const PROGRAM = join(import.meta.dirname, 'scripted-agent.mjs');

/** The command line of an agent that does what a script, or a file of one, says; it needs nothing but Node. */
export function scriptedAgent(script: AgentScript | string): [string, ...string[]] {
  const given = typeof script === 'string' ? script : JSON.stringify(script);
  return [process.execPath, PROGRAM, given];
}
