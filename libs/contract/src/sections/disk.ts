import { ListOf, Nullable, Num, Text, Volatile } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class Volume {
  @Text()
  mount!: string;

  @Num({ min: 0 })
  total_bytes!: number;

  @Num({ min: 0 })
  free_bytes!: number;

  @Num({ min: 0 })
  percent_used!: number;
}

export class TopDir {
  @Text()
  path!: string;

  @Num({ min: 0 })
  bytes!: number;
}

export class DiskPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => Volume, 500)
  volumes!: Volume[] | null;

  @Nullable()
  @Volatile()
  @ListOf(() => TopDir, 100)
  top_dirs?: TopDir[] | null;
}

export const disk = defineSection({
  name: 'disk',
  title: 'Disk',
  description: 'Volumes with their size and use, and the largest folders where they are known.',
  group: 'core',
  mandatory: true,
  payload: DiskPayload,
  card: { icon: 'hard_drive', headline: 'volumes[].percent_used', unit: '%' },
  series: [
    { metric: 'disk_used', path: 'volumes[].percent_used', key: 'mount', unit: '%' },
    { metric: 'disk_free', path: 'volumes[].free_bytes', key: 'mount', unit: 'bytes' },
  ],
  os: ['windows', 'linux', 'macos'],
});
