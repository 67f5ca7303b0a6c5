import { Nullable, Num, Volatile } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class MemoryPayload extends SectionPayload {
  @Nullable()
  @Num({ min: 0 })
  total_bytes!: number | null;

  @Nullable()
  @Volatile()
  @Num({ min: 0 })
  used_bytes!: number | null;

  @Nullable()
  @Volatile()
  @Num({ min: 0 })
  available_bytes!: number | null;

  @Nullable()
  @Num({ min: 0 })
  percent_used!: number | null;

  @Nullable()
  @Num({ min: 0 })
  swap_total_bytes!: number | null;

  @Nullable()
  @Volatile()
  @Num({ min: 0 })
  swap_used_bytes!: number | null;
}

export const memory = defineSection({
  name: 'memory',
  title: 'Memory',
  description: 'Main memory and swap, and how much of each is in use.',
  group: 'hardware',
  mandatory: false,
  payload: MemoryPayload,
  card: { icon: 'memory_alt', headline: 'percent_used', unit: '%' },
  series: [{ metric: 'memory_used', path: 'percent_used', unit: '%' }],
  os: ['windows', 'linux', 'macos'],
});
