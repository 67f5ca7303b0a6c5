import { Bool, Field, ListOf, Nullable, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';
import { SWITCH_WORDS } from './vocabulary.js';

export class FirewallProfile {
  /**
   * `Domain`, `Private`, `Public` on Windows. On Linux only the one in charge (`ufw`, `firewalld`,
   * `nftables`, `iptables`): a tool that is installed but not used is not a firewall that is off.
   * `packet filter` where none is; a second one, `… (IPv6)`, where that is treated differently.
   */
  @Text({ max: 128 })
  name!: string;

  /** Null: the profile could not be read. */
  @Nullable()
  @Bool()
  @Field({ label: 'State', words: SWITCH_WORDS })
  enabled!: boolean | null;
}

export class FirewallPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => FirewallProfile, 100)
  profiles!: FirewallProfile[] | null;
}

export const firewall = defineSection({
  name: 'firewall',
  title: 'Firewall',
  description: 'Firewall profiles and whether each is switched on.',
  group: 'security',
  mandatory: false,
  payload: FirewallPayload,
  card: { icon: 'local_fire_department', headline: 'profiles[].enabled' },
  series: [],
  os: ['windows', 'linux'],
});
