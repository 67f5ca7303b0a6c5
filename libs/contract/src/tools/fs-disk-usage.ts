import { ListOf } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { Volume } from '../sections/disk.js';
import { NoArgs } from './no-args.js';

export class FsDiskUsageResult {
  @ListOf(() => Volume)
  volumes!: Volume[];
}

export const fsDiskUsage = defineTool({
  name: 'fs_disk_usage',
  description: 'Show every volume of the PC with its size, free space and use in percent.',
  args: NoArgs,
  result: FsDiskUsageResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
