import { Field, ListOf, Nullable, Text } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class ReportedService {
  @Text({ max: 256 })
  name!: string;

  @Nullable()
  @Text({ max: 512 })
  display!: string | null;

  @Nullable()
  @Text({ max: 64 })
  @Field({ description: 'See SERVICE_STATUS.' })
  status!: string | null;

  @Nullable()
  @Text({ max: 64 })
  @Field({ description: 'See SERVICE_START.' })
  start!: string | null;
}

export class ServicesPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => ReportedService)
  services!: ReportedService[] | null;
}

export const services = defineSection({
  name: 'services',
  title: 'Services',
  description: 'System services with their state and how they are started.',
  group: 'core',
  mandatory: true,
  payload: ServicesPayload,
  card: { icon: 'settings_applications', headline: 'services[].name' },
  series: [],
  os: ['windows', 'linux'],
});
