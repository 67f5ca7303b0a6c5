import { ListOf } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { ReportedProcess } from '../sections/processes.js';
import { NoArgs } from './no-args.js';

export class DiagProcessesResult {
  @ListOf(() => ReportedProcess, 20_000)
  processes!: ReportedProcess[];
}

export const diagProcesses = defineTool({
  name: 'diag_processes',
  title: 'List processes',
  does: 'Lists the programs that run on {pc} now.',
  description: 'List the running processes of the PC with their processor share and memory.',
  args: NoArgs,
  result: DiagProcessesResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'programs',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
