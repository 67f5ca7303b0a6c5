import { ListOf } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { ReportedAutostart } from '../sections/autostart.js';
import { NoArgs } from './no-args.js';

export class DiagAutostartResult {
  @ListOf(() => ReportedAutostart, 5_000)
  entries!: ReportedAutostart[];
}

export const diagAutostart = defineTool({
  name: 'diag_autostart',
  title: 'List startup programs',
  does: 'Lists what starts by itself on {pc}.',
  description: 'List what starts by itself with the PC or at login, and where it is configured.',
  args: NoArgs,
  result: DiagAutostartResult,
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
