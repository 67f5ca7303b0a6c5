import { Bool, Field, ListOf, Nullable, Text, Volatile, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class Printer {
  @Text({ max: 256 })
  name!: string;

  @Nullable()
  @Text({ max: 128 })
  @Field({ description: 'See PRINTER_STATUS.' })
  status!: string | null;

  @Nullable()
  @Bool()
  is_default!: boolean | null;

  @Nullable()
  @Volatile()
  @Whole({ min: 0 })
  jobs!: number | null;
}

export class PrintersPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => Printer, 1000)
  printers!: Printer[] | null;
}

export const printers = defineSection({
  name: 'printers',
  title: 'Printers',
  description: 'Printers with their state and the jobs that wait.',
  group: 'daily',
  mandatory: false,
  payload: PrintersPayload,
  card: { icon: 'print', headline: 'printers[].status' },
  series: [],
  os: ['windows', 'linux'],
});
