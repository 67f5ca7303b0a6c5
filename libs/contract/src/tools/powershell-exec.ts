import { Field, Optional, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { ShellResult } from './shell-result.js';

export class PowershellExecArgs {
  @Text({ min: 1, max: 64_000 })
  @Field({ label: 'Script', editor: 'powershell' })
  script!: string;

  @Optional()
  @Whole({ min: 1, max: 600 })
  @Field({ label: 'Time limit', unit: 's', default: 30 })
  timeout_s!: number;
}

export const powershellExec = defineTool({
  name: 'powershell_exec',
  title: 'Run a PowerShell script',
  does: 'Runs this PowerShell script on {pc}. A script may change or delete anything there: read it first.',
  runs: { shell: 'powershell', argument: 'script' },
  description:
    'Run a script of your own on a Windows PC, with the rights of kenny’s agent there, and show what it prints and its exit code.',
  args: PowershellExecArgs,
  result: ShellResult,
  effect: 'change',
  risk: 'high',
  riskWhy: 'a script that is not kenny’s own',
  where: 'agent',
  topic: 'expert',
  since: '0.8',
  os: ['windows'],
  guards: { powershell: ['script'], self_protection: ['script'] },
  deadline: { default_s: 30, from: 'timeout_s' },
  hints: { destructive: true, idempotent: false, openWorld: true },
});
