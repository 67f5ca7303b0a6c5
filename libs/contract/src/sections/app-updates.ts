import { ListOf, Nullable, Text, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class UpdatablePackage {
  @Text({ max: 256 })
  id!: string;

  @Nullable()
  @Text({ max: 512 })
  name!: string | null;

  @Nullable()
  @Text({ max: 128 })
  version!: string | null;

  @Nullable()
  @Text({ max: 128 })
  available!: string | null;
}

export class AppUpdatesPayload extends SectionPayload {
  /** How many; `packages` may hold fewer. */
  @Nullable()
  @Whole({ min: 0 })
  available!: number | null;

  @Nullable()
  @ListOf(() => UpdatablePackage)
  packages!: UpdatablePackage[] | null;
}

export const appUpdates = defineSection({
  name: 'app_updates',
  title: 'App updates',
  description: 'Installed software for which a newer version is available.',
  group: 'stability',
  mandatory: false,
  payload: AppUpdatesPayload,
  card: { icon: 'upgrade', headline: 'available' },
  series: [{ metric: 'app_updates', path: 'available', unit: 'count' }],
  os: ['windows', 'linux'],
});
