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
  title: 'List running programs',
  does: 'Lists the programs that run on {pc} now.',
  description:
    'List what runs on the PC now, with its share of the processor and its memory: what makes the PC slow.',
  args: NoArgs,
  result: DiagProcessesResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'look',
  since: '0.8',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
