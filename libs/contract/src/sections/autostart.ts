import { ListOf, Nullable, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class ReportedAutostart {
  @Text({ max: 512 })
  name!: string;

  /** The program alone: what follows it may hold passwords. */
  @Nullable()
  @Text({ max: 8192 })
  command!: string | null;

  /** Registry key, folder, unit file or crontab. */
  @Nullable()
  @Text({ max: 1024 })
  location!: string | null;
}

export class AutostartPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => ReportedAutostart)
  entries!: ReportedAutostart[] | null;
}

export const autostart = defineSection({
  name: 'autostart',
  title: 'Autostart',
  description: 'Programs that start by themselves with the system or at log-on.',
  group: 'daily',
  mandatory: false,
  payload: AutostartPayload,
  card: { icon: 'rocket_launch', headline: 'entries[].name' },
  series: [],
  os: ['windows', 'linux'],
});
