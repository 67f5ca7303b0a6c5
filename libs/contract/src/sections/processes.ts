import { ListOf, Nullable, Num, Text, Volatile, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class ReportedProcess {
  @Whole({ min: 0 })
  pid!: number;

  @Text({ max: 1024 })
  name!: string;

  /** Percent of one processor; may be above 100 on several. */
  @Nullable()
  @Num({ min: 0 })
  cpu!: number | null;

  @Nullable()
  @Num({ min: 0 })
  mem_bytes!: number | null;
}

export class ProcessesPayload extends SectionPayload {
  @Nullable()
  @Whole({ min: 0 })
  count!: number | null;

  /** The 15 that use the most memory, largest first. */
  @Nullable()
  @Volatile()
  @ListOf(() => ReportedProcess, 1000)
  processes!: ReportedProcess[] | null;
}

export const processes = defineSection({
  name: 'processes',
  title: 'Processes',
  description: 'How many processes run, and those that use the most memory.',
  group: 'core',
  mandatory: true,
  payload: ProcessesPayload,
  card: { icon: 'memory', headline: 'count' },
  series: [{ metric: 'process_count', path: 'count', unit: 'count' }],
  os: ['windows', 'linux', 'macos'],
});
