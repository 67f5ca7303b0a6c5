import { CLEAN_TARGETS, type CleanTarget } from '../clean-targets.js';
import { Field, ListOf, OneOf, TextList, Whole } from '../define/decorators.js';
import { defineTool } from '../define/tool.js';

const TARGETS = Object.keys(CLEAN_TARGETS);

export class DiskCleanArgs {
  @TextList({ max: TARGETS.length, of: TARGETS })
  @Field({ label: 'What to delete' })
  targets!: CleanTarget[];
}

export class Cleaned {
  @OneOf(TARGETS)
  target!: CleanTarget;

  @Whole({ min: 0 })
  freed_bytes!: number;

  @Whole({ min: 0 })
  deleted!: number;

  /** Files and folders that are still there. */
  @Whole({ min: 0 })
  kept!: number;

  /** Why, of the first ones. */
  @TextList({ max: 10, length: 600 })
  problems!: string[];
}

export class DiskCleanResult {
  @Whole({ min: 0 })
  freed_bytes!: number;

  @ListOf(() => Cleaned, 20)
  targets!: Cleaned[];
}

export const diskClean = defineTool({
  name: 'disk_clean',
  title: 'Free up space',
  does: 'Deletes on {pc}, for good: {targets}.',
  deletes: 'what is named above, for good',
  description:
    'Delete temporary files, caches, trash or old logs of the PC: the kinds that are named, where kenny knows them to be, and nothing else.',
  args: DiskCleanArgs,
  result: DiskCleanResult,
  effect: 'change',
  risk: 'medium',
  riskWhy: 'deletes files for good',
  where: 'agent',
  topic: 'fix',
  since: '0.8+6',
  os: ['windows', 'linux'],
  guards: {},
  deadline: { default_s: 600 },
  hints: { destructive: true, idempotent: true, openWorld: false },
});
