import { ListOf, Nullable, Text, Volatile, Whole } from '../define/decorators.js';
import { defineSection, SectionPayload } from '../define/section.js';

export class Route {
  @Text({ max: 128 })
  destination!: string;

  @Nullable()
  @Text({ max: 128 })
  next_hop!: string | null;

  @Nullable()
  @Text({ max: 256 })
  interface!: string | null;

  @Nullable()
  @Volatile()
  @Whole({ min: 0 })
  metric!: number | null;
}

export class RoutingPayload extends SectionPayload {
  @Nullable()
  @ListOf(() => Route)
  routes!: Route[] | null;

  /** Null when there is no default route, or when the probe cannot tell. */
  @Nullable()
  @Text({ max: 256 })
  default_interface!: string | null;
}

export const routing = defineSection({
  name: 'routing',
  title: 'Routing',
  description: 'The routing table and the interface that leads to the internet.',
  group: 'core',
  mandatory: true,
  payload: RoutingPayload,
  card: { icon: 'alt_route', headline: 'default_interface' },
  series: [],
  os: ['windows', 'linux'],
});
