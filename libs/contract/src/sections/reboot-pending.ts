import { Bool, Field, Nullable, TextList } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class RebootPendingPayload extends SectionPayload {
  @Nullable()
  @Bool()
  @Field({ words: { true: null } })
  pending!: boolean | null;

  @Nullable()
  @TextList({ max: 100, length: 256 })
  @Field({ description: 'See REBOOT_REASONS.' })
  reasons!: string[] | null;
}

export const rebootPending = defineSection({
  name: 'reboot_pending',
  title: 'Restart',
  description: 'Whether the system waits for a restart, and why.',
  group: 'stability',
  mandatory: false,
  payload: RebootPendingPayload,
  card: { icon: 'restart_alt', headline: 'reasons' },
  series: [],
  os: ['windows', 'linux'],
});
