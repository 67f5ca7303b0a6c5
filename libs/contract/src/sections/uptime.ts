import { Nullable, Num, Volatile } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class UptimePayload extends SectionPayload {
  @Nullable()
  @Num({ min: 0 })
  uptime_secs!: number | null;

  /** Seconds since 1970. */
  @Nullable()
  @Volatile()
  @Num({ min: 0 })
  boot_time_unix!: number | null;
}

export const uptime = defineSection({
  name: 'uptime',
  title: 'Uptime',
  description: 'How long the system has been running since its last start.',
  group: 'daily',
  mandatory: false,
  payload: UptimePayload,
  card: { icon: 'schedule', headline: 'uptime_secs', unit: 's' },
  series: [{ metric: 'uptime', path: 'uptime_secs', unit: 's' }],
  os: ['windows', 'linux', 'macos'],
});
