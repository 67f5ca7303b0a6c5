import {
  OPERATING_SYSTEMS,
  SERIES_UNITS,
  TOOL_TOPICS,
  type GuardGroup,
  type Os,
  type SeriesUnit,
  type ToolTopic,
} from '../constants.js';
import type { Catalog, CatalogSection, CatalogTool } from '../define/catalog.js';
import {
  AnyObject,
  Bool,
  ListOf,
  Nested,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import type { SectionGroup, SeriesDefinition } from '../define/section.js';
import type { Effect, Risk } from '../define/tool.js';

/** Answer of `GET /api/catalog`: what forms, documents and models are made from (design §1.1). */

export class ToolDeadline {
  @Whole({ min: 1 })
  default_s!: number;

  /** The argument that overrides it. */
  @Optional()
  @Text({ max: 64 })
  from?: string;
}

export class ToolHints {
  @Bool()
  destructive!: boolean;

  @Bool()
  idempotent!: boolean;

  @Bool()
  openWorld!: boolean;
}

export class CatalogToolView implements CatalogTool {
  @Text({ max: 64 })
  name!: string;

  /** What it does in a few words: `Clear the DNS cache`. */
  @Text({ max: 100 })
  title!: string;

  @Text({ max: 1000 })
  description!: string;

  @OneOf(['read', 'change'])
  effect!: Effect;

  @OneOf(['none', 'low', 'medium', 'high'])
  risk!: Risk;

  @Bool()
  sensitive!: boolean;

  @Bool()
  hidden!: boolean;

  @OneOf(['agent', 'server'])
  where!: 'agent' | 'server';

  /** Of a tool that runs on a PC. */
  @Optional()
  @OneOf(TOOL_TOPICS)
  topic?: ToolTopic;

  @TextList({ of: OPERATING_SYSTEMS, max: OPERATING_SYSTEMS.length })
  os!: readonly Os[];

  /** Rule group of the guard → the arguments it reads. */
  @AnyObject()
  guards!: Partial<Record<GuardGroup, readonly string[]>>;

  @Nested(() => ToolDeadline)
  deadline!: ToolDeadline;

  @Nested(() => ToolHints)
  hints!: ToolHints;

  /** JSON Schema. */
  @AnyObject()
  args!: Record<string, unknown>;

  /** JSON Schema. */
  @AnyObject()
  result!: Record<string, unknown>;
}

export class SectionCard {
  @Text({ max: 64 })
  icon!: string;

  @Optional()
  @Text({ max: 200 })
  headline?: string;

  @Optional()
  @Text({ max: 16 })
  unit?: string;
}

export class SectionSeries implements SeriesDefinition {
  @Text({ max: 64 })
  metric!: string;

  @Text({ max: 200 })
  path!: string;

  @Optional()
  @Text({ max: 64 })
  key?: string;

  @Optional()
  @Text({ max: 64 })
  line?: string;

  @OneOf(SERIES_UNITS)
  unit!: SeriesUnit;
}

export class CatalogSectionView implements CatalogSection {
  @Text({ max: 64 })
  name!: string;

  @Text({ max: 100 })
  title!: string;

  @Text({ max: 1000 })
  description!: string;

  @OneOf(['core', 'hardware', 'security', 'stability', 'daily'])
  group!: SectionGroup;

  @Bool()
  mandatory!: boolean;

  @Nested(() => SectionCard)
  card!: SectionCard;

  @ListOf(() => SectionSeries, 20)
  series!: readonly SectionSeries[];

  @TextList({ of: OPERATING_SYSTEMS, max: OPERATING_SYSTEMS.length })
  os!: readonly Os[];

  /** JSON Schema. */
  @AnyObject()
  payload!: Record<string, unknown>;
}

export class CatalogView implements Catalog {
  /** Of the agent tunnel. */
  @Text({ max: 16 })
  protocol!: string;

  @ListOf(() => CatalogToolView, 200)
  tools!: readonly CatalogToolView[];

  @ListOf(() => CatalogSectionView, 200)
  sections!: readonly CatalogSectionView[];

  /** Section → the limits its health is judged by, as data. */
  @AnyObject()
  thresholds!: Record<string, readonly unknown[]>;

  /** Section → what usually helps, as calls of the catalog; older servers do not say. */
  @Optional()
  @AnyObject()
  remedies?: Record<string, readonly unknown[]>;
}
