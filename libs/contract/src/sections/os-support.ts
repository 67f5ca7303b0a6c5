import { Bool, Nullable, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class OsSupportPayload extends SectionPayload {
  @Nullable()
  @Text({ max: 256 })
  name!: string | null;

  @Nullable()
  @Text({ max: 128 })
  version!: string | null;

  @Nullable()
  @Text({ max: 128 })
  build!: string | null;

  /** True when the vendor no longer sends security updates; null when that is not known. */
  @Nullable()
  @Bool()
  eol!: boolean | null;

  /** `YYYY-MM-DD` or RFC 3339: the day on which support ends. */
  @Nullable()
  @Text({ max: 40 })
  eol_date!: string | null;
}

export const osSupport = defineSection({
  name: 'os_support',
  title: 'Operating system',
  description: 'Name and version of the operating system, and how long it is supported.',
  group: 'stability',
  mandatory: false,
  payload: OsSupportPayload,
  card: { icon: 'desktop_windows', headline: 'version' },
  series: [],
  os: ['windows', 'linux', 'macos'],
});
