import { ListOf, Num, Text, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class RunningProcess {
  @Whole({ min: 0 })
  pid!: number;

  @Text({ max: 512 })
  name!: string;

  /** Percent of one core, so it may exceed 100. */
  @Num({ min: 0 })
  cpu!: number;

  @Num({ min: 0 })
  mem_bytes!: number;
}

export class DiagProcessesResult {
  @ListOf(() => RunningProcess, 20_000)
  processes!: RunningProcess[];
}

export const diagProcesses = defineTool({
  name: 'diag_processes',
  description: 'List the running processes of the PC with their processor share and memory.',
  args: NoArgs,
  result: DiagProcessesResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
