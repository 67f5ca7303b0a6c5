import { ListOf, Nullable, Text, TextList } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class ReportedInterface {
  @Text({ max: 256 })
  name!: string;

  @Nullable()
  @Text({ max: 64 })
  mac!: string | null;

  @Nullable()
  @TextList({ max: 200, length: 128 })
  ips!: string[] | null;
}

export class NetworkPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => ReportedInterface, 1000)
  interfaces!: ReportedInterface[] | null;

  @Nullable()
  @TextList({ max: 100, length: 256 })
  dns!: string[] | null;
}

export const network = defineSection({
  name: 'network',
  title: 'Network',
  description: 'Network interfaces with their addresses, and the name servers in use.',
  group: 'core',
  mandatory: true,
  payload: NetworkPayload,
  card: { icon: 'lan', headline: 'interfaces[].name' },
  series: [],
  os: ['windows', 'linux', 'macos'],
});
