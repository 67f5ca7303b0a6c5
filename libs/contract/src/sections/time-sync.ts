import { Bool, Nullable, Num, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class TimeSyncPayload extends SectionPayload {
  @Nullable()
  @Bool()
  synchronized!: boolean | null;

  @Nullable()
  @Text({ max: 256 })
  source!: string | null;

  /** How far the clock is from its source, in seconds; negative when it is behind. */
  @Nullable()
  @Num()
  offset_secs!: number | null;
}

export const timeSync = defineSection({
  name: 'time_sync',
  title: 'Clock',
  description: 'Whether the clock follows a time source, and how far off it is.',
  group: 'daily',
  mandatory: false,
  payload: TimeSyncPayload,
  card: { icon: 'access_time', headline: 'offset_secs', unit: 's' },
  series: [{ metric: 'clock_offset', path: 'offset_secs', unit: 's' }],
  os: ['windows', 'linux'],
});
