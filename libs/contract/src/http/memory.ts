import {
  Bool,
  Field,
  ListOf,
  Nullable,
  Num,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import {
  MEMORY_LAYERS,
  MEMORY_LIMITS,
  MEMORY_SOURCES,
  MEMORY_STATUSES,
  type MemoryLayer,
  type MemorySource,
  type MemoryStatus,
} from './vocabulary.js';

/** What is remembered for an operator (seed 004, ADR 0064). Times are ISO 8601. */

const { entries, text: textLength, tags: mostTags, tag: tagLength } = MEMORY_LIMITS;

export class MemoryEntry {
  /** `core_001`, `soft_001`, …: never used twice. */
  @Text({ max: 32 })
  id!: string;

  @OneOf(MEMORY_LAYERS)
  layer!: MemoryLayer;

  @Text({ max: textLength })
  text!: string;

  /** `global`, or `agent:<id>` for what counts in conversations about that PC. */
  @Text({ max: 80 })
  scope!: string;

  @TextList({ max: mostTags, length: tagLength })
  tags!: string[];

  @Num({ min: 0, max: 1 })
  confidence!: number;

  /** How often a conversation was told of it. */
  @Whole({ min: 0 })
  hits!: number;

  @OneOf(MEMORY_SOURCES)
  source!: MemorySource;

  @OneOf(MEMORY_STATUSES)
  status!: MemoryStatus;

  @Text({ max: 40 })
  created_at!: string;

  @Text({ max: 40 })
  updated_at!: string;

  @Text({ max: 40 })
  last_seen_at!: string;

  /** Days after `last_seen_at` in which nothing needs it, until it is erased; null: it stays. */
  @Nullable()
  @Whole({ min: 1 })
  ttl_days!: number | null;
}

/** Answer of `GET /api/chat/memory`: what is stored, whether or not it is switched on. */
export class MemoryView {
  @Bool()
  enabled!: boolean;

  @Bool()
  auto_summary!: boolean;

  /** Told to every conversation that it fits. */
  @ListOf(() => MemoryEntry, 2 * entries)
  core!: MemoryEntry[];

  /** Told when a message is about it. */
  @ListOf(() => MemoryEntry, 2 * entries)
  soft!: MemoryEntry[];
}

/** `POST /api/chat/memory`. */
export class AddMemoryBody {
  @Text({ min: 1, max: textLength })
  text!: string;

  @Optional()
  @OneOf(MEMORY_LAYERS)
  @Field({ description: 'Without it: soft.' })
  layer?: MemoryLayer;

  @Optional()
  @Text({ max: 80 })
  @Field({ description: 'global, or agent:<id>. Without it: global.' })
  scope?: string;

  @Optional()
  @TextList({ max: mostTags, length: tagLength })
  tags?: string[];
}
