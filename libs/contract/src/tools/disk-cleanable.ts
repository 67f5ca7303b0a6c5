import { CLEAN_TARGETS, type CleanTarget } from '../clean-targets.js';
import { Bool, ListOf, OneOf, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';
import { NoArgs } from './no-args.js';

export class Cleanable {
  @OneOf(Object.keys(CLEAN_TARGETS))
  target!: CleanTarget;

  @Whole({ min: 0 })
  bytes!: number;

  @Whole({ min: 0 })
  files!: number;

  /** Time ran out, or not all could be read: there may be more. */
  @Bool()
  partial!: boolean;
}

export class DiskCleanableResult {
  @ListOf(() => Cleanable, 20)
  targets!: Cleanable[];
}

export const diskCleanable = defineTool({
  name: 'disk_cleanable',
  title: 'Show what can be cleaned up',
  does: 'Shows what could be deleted on {pc} to free space.',
  description:
    'Show how much space temporary files, caches, trash and old logs take, kind by kind: what can be freed.',
  args: NoArgs,
  result: DiskCleanableResult,
  effect: 'read',
  risk: 'none',
  where: 'agent',
  topic: 'look',
  since: '0.8+6',
  os: ['windows', 'linux'],
  guards: {},
  deadline: { default_s: 60 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
