import { Bool, Field, ListOf, Nullable, Num, Text, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class PhysicalDisk {
  @Text({ max: 256 })
  model!: string;

  @Nullable()
  @Text({ max: 64 })
  @Field({ description: 'See DISK_HEALTH.' })
  health_status!: string | null;

  @Nullable()
  @Bool()
  predictive_failure!: boolean | null;

  /** Percent of the rated life that is used up; above 100 is possible. */
  @Nullable()
  @Num({ min: 0 })
  wear!: number | null;

  @Nullable()
  @Num()
  temperature_c!: number | null;

  /** Agents of the first implementation put the count of read errors here. */
  @Nullable()
  @Whole({ min: 0 })
  reallocated_sectors!: number | null;
}

export class DiskSmartPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => PhysicalDisk, 500)
  disks!: PhysicalDisk[] | null;
}

export const diskSmart = defineSection({
  name: 'disk_smart',
  title: 'Drive health',
  description: 'What the drives report about their own condition (SMART).',
  group: 'hardware',
  mandatory: false,
  payload: DiskSmartPayload,
  card: { icon: 'monitor_heart', headline: 'disks[].health_status' },
  series: [
    { metric: 'drive_wear', path: 'disks[].wear', key: 'model', unit: '%' },
    { metric: 'drive_temperature', path: 'disks[].temperature_c', key: 'model', unit: '°C' },
  ],
  os: ['windows', 'linux'],
});
