import { ListOf, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class AutostartItem {
  @Text({ max: 512 })
  name!: string;

  @Text()
  command!: string;

  /** Where it is configured: a registry key, a folder, a unit, a crontab. */
  @Text({ max: 1024 })
  location!: string;
}

export class DiagAutostartResult {
  @ListOf(() => AutostartItem, 5_000)
  entries!: AutostartItem[];
}

export const diagAutostart = defineTool({
  name: 'diag_autostart',
  description: 'List what starts by itself with the PC or at login, and where it is configured.',
  args: NoArgs,
  result: DiagAutostartResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
