import { Field, ListOf, Nullable, Text, Volatile } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class InstalledUpdate {
  @Nullable()
  @Text({ max: 64 })
  kb!: string | null;

  @Text({ max: 1000 })
  title!: string;

  @Nullable()
  @Text({ max: 64 })
  @Field({ description: 'See UPDATE_RESULT.' })
  result!: string | null;

  @Nullable()
  @Text({ max: 40 })
  installed_at!: string | null;
}

export class WinUpdatePayload extends SectionPayload {
  @Nullable()
  @Volatile()
  @Text({ max: 40 })
  last_check!: string | null;

  /** Newest first, at most 25. */
  @Nullable()
  @ListOf(() => InstalledUpdate, 1000)
  recent!: InstalledUpdate[] | null;
}

export const winUpdate = defineSection({
  name: 'win_update',
  title: 'System updates',
  description: 'When the system last looked for updates, and how the latest installations ended.',
  group: 'core',
  mandatory: true,
  payload: WinUpdatePayload,
  card: { icon: 'system_update_alt', headline: 'last_check' },
  series: [],
  os: ['windows', 'linux'],
});
