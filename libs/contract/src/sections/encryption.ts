import { Field, ListOf, Nullable, Num, Text, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class EncryptedVolume {
  @Text()
  mount!: string;

  @Nullable()
  @Whole({ min: 0 })
  @Field({ description: 'See PROTECTION_STATUS.' })
  protection_status!: number | null;

  @Nullable()
  @Num({ min: 0, max: 100 })
  encryption_percent!: number | null;
}

export class EncryptionPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => EncryptedVolume, 500)
  volumes!: EncryptedVolume[] | null;
}

export const encryption = defineSection({
  name: 'encryption',
  title: 'Disk encryption',
  description: 'Which volumes are encrypted (BitLocker, LUKS) and whether protection is on.',
  group: 'security',
  mandatory: false,
  payload: EncryptionPayload,
  card: { icon: 'lock', headline: 'volumes[].encryption_percent', unit: '%' },
  series: [],
  os: ['windows', 'linux'],
});
