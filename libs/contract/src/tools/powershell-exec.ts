import { Bool, Field, Optional, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';

export class PowershellExecArgs {
  @Text({ min: 1, max: 64_000 })
  @Field({ label: 'Script', editor: 'powershell' })
  script!: string;

  @Optional()
  @Whole({ min: 1, max: 600 })
  @Field({ label: 'Timeout', unit: 's', default: 30 })
  timeout_s!: number;
}

/** What a shell left behind. `truncated` when output was cut at its cap. */
export class ShellResult {
  @Text({ max: 8_000_000 })
  stdout!: string;

  @Text({ max: 8_000_000 })
  stderr!: string;

  @Whole()
  exit_code!: number;

  @Optional()
  @Bool()
  truncated?: boolean;
}

export const powershellExec = defineTool({
  name: 'powershell_exec',
  description: 'Run a PowerShell script on the PC and return its output.',
  args: PowershellExecArgs,
  result: ShellResult,
  effect: 'change',
  risk: 'high',
  where: 'agent',
  os: ['windows'],
  guards: { powershell: ['script'], self_protection: ['script'] },
  deadline: { default_s: 30, from: 'timeout_s' },
  hints: { destructive: true, idempotent: false, openWorld: true },
});
