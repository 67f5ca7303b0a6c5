import { Nullable, Num, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class ReliabilityPayload extends SectionPayload {
  /** Windows' own index, 10 is best; null where the system keeps none. */
  @Nullable()
  @Num({ min: 0, max: 10 })
  stability_index!: number | null;

  /**
   * Events of level error or critical in the last seven days. On Linux, which logs many harmless
   * errors, only what really went down: programs, the kernel, starts without a shutdown before.
   */
  @Nullable()
  @Whole({ min: 0 })
  recent_crashes!: number | null;
}

export const reliability = defineSection({
  name: 'reliability',
  title: 'Reliability',
  description: 'How stable the system has been: its stability index and recent errors.',
  group: 'stability',
  mandatory: false,
  payload: ReliabilityPayload,
  card: { icon: 'monitoring', headline: 'recent_crashes' },
  series: [
    { metric: 'stability_index', path: 'stability_index', unit: 'count' },
    { metric: 'recent_crashes', path: 'recent_crashes', unit: 'count' },
  ],
  os: ['windows', 'linux'],
});
