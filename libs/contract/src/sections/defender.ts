import { Bool, Field, Nullable, Text, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class DefenderPayload extends SectionPayload {
  @Nullable()
  @Bool()
  enabled!: boolean | null;

  @Nullable()
  @Bool()
  realtime_protection!: boolean | null;

  /** RFC 3339; the newer of the quick and the full scan. */
  @Nullable()
  @Text({ max: 40 })
  last_scan!: string | null;

  @Nullable()
  @Text({ max: 32 })
  @Field({ description: 'See SCAN_TYPES.' })
  last_scan_type!: string | null;

  @Nullable()
  @Text({ max: 40 })
  last_signature_update!: string | null;

  @Nullable()
  @Whole({ min: 0 })
  threats_found!: number | null;

  @Nullable()
  @Bool()
  action_needed!: boolean | null;
}

export const defender = defineSection({
  name: 'defender',
  title: 'Microsoft Defender',
  description: 'Whether Microsoft Defender is on, when it last scanned, and what it found.',
  group: 'core',
  mandatory: true,
  payload: DefenderPayload,
  card: { icon: 'shield', headline: 'last_scan' },
  series: [],
  os: ['windows'],
});
