import { Bool, Field, Nullable, Text, Volatile, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';
import { SWITCH_WORDS } from './vocabulary.js';

export class DefenderPayload extends SectionPayload {
  /** Whose state this is; Microsoft Defender where it is left out. */
  @Nullable()
  @Text({ max: 128 })
  product?: string | null;

  @Nullable()
  @Bool()
  @Field({ label: 'Virus scanner', words: SWITCH_WORDS })
  enabled!: boolean | null;

  @Nullable()
  @Bool()
  @Field({ words: SWITCH_WORDS })
  realtime_protection!: boolean | null;

  /** RFC 3339; the newer of the quick and the full scan. */
  @Nullable()
  @Volatile()
  @Text({ max: 40 })
  last_scan!: string | null;

  @Nullable()
  @Volatile()
  @Text({ max: 32 })
  @Field({ description: 'See SCAN_TYPES.' })
  last_scan_type!: string | null;

  @Nullable()
  @Volatile()
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
  title: 'Virus protection',
  description:
    'Whether Microsoft Defender (on Linux also ClamAV) is on, when it last scanned, and what it found.',
  group: 'core',
  mandatory: true,
  payload: DefenderPayload,
  card: { icon: 'shield', headline: 'last_scan' },
  series: [],
  // On Linux only where a scanner is installed: most PCs have none, and that is no news.
  os: ['windows'],
});
