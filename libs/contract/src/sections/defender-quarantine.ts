import { ListOf, Nullable, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class QuarantinedItem {
  @Text({ max: 512 })
  name!: string;

  @Nullable()
  @Text({ max: 64 })
  severity!: string | null;

  @Nullable()
  @Text({ max: 40 })
  detected_at!: string | null;
}

export class DefenderQuarantinePayload extends SectionPayload {
  @Nullable()
  @ListOf(() => QuarantinedItem)
  items!: QuarantinedItem[] | null;
}

export const defenderQuarantine = defineSection({
  name: 'defender_quarantine',
  title: 'Quarantine',
  description: 'What the virus scanner has found and put away.',
  group: 'security',
  mandatory: false,
  payload: DefenderQuarantinePayload,
  card: { icon: 'coronavirus', headline: 'items[].name' },
  series: [],
  os: ['windows', 'linux'],
});
