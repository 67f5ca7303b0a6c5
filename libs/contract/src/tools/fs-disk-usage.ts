import { ListOf, Nullable, Num, Text } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

/** As in section `disk`; the protocol promises no more of it than that it is a volume. */
export class UsedVolume {
  @Text()
  mount!: string;

  @Nullable()
  @Num({ min: 0 })
  total_bytes?: number | null;

  @Nullable()
  @Num({ min: 0 })
  free_bytes?: number | null;

  @Nullable()
  @Num({ min: 0 })
  percent_used?: number | null;
}

export class FsDiskUsageResult {
  @ListOf(() => UsedVolume)
  volumes!: UsedVolume[];
}

export const fsDiskUsage = defineTool({
  name: 'fs_disk_usage',
  title: 'Show disk usage',
  does: 'Shows how full the disks of {pc} are.',
  description:
    'Show how full each disk of the PC is: its size, what is free, and what is used in percent.',
  args: NoArgs,
  result: FsDiskUsageResult,
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
