import { Field, Optional, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { ShellResult } from './shell-result.js';

export class ShellExecArgs {
  @Text({ min: 1, max: 64_000 })
  @Field({ label: 'Command', description: 'Run by sh -c.', editor: 'shell' })
  command!: string;

  @Optional()
  @Whole({ min: 1, max: 600 })
  @Field({ label: 'Time limit', unit: 's', default: 30 })
  timeout_s!: number;
}

/** Additive to seed 000: only towards agents that announce it. */
export const shellExec = defineTool({
  name: 'shell_exec',
  title: 'Run a shell command',
  does: 'Runs this command on {pc}. A command may change or delete whatever kenny’s agent can reach there: read it first.',
  runs: { shell: 'posix', argument: 'command' },
  description:
    'Run a command of your own (by sh -c) on a Linux or macOS PC, with the rights of kenny’s agent there, and show what it prints and its exit code.',
  args: ShellExecArgs,
  result: ShellResult,
  effect: 'change',
  risk: 'high',
  riskWhy: 'a script that is not kenny’s own',
  where: 'agent',
  topic: 'expert',
  since: '0.8+4',
  os: ['linux', 'macos'],
  guards: { posix: ['command'], self_protection: ['command'] },
  deadline: { default_s: 30, from: 'timeout_s' },
  hints: { destructive: true, idempotent: false, openWorld: true },
});
