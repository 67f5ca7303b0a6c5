import type { GuardGroup, Os, ToolTopic } from '../constants.js';
import type { SectionGroup, SeriesDefinition } from './section.js';
import type { Effect, Risk } from './tool.js';

export type JsonSchema = { [key: string]: unknown };

/** A tool as plain data: what doors, models, forms and docs are made from. */
export interface CatalogTool {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  risk: Risk;
  sensitive: boolean;
  hidden: boolean;
  where: 'agent' | 'server';
  topic?: ToolTopic;
  os: readonly Os[];
  guards: Partial<Record<GuardGroup, readonly string[]>>;
  deadline: { default_s: number; from?: string };
  hints: { destructive: boolean; idempotent: boolean; openWorld: boolean };
  args: JsonSchema;
  result: JsonSchema;
}

/** A tool that a conversation itself answers, as plain data. */
export interface ConversationTool {
  name: string;
  description: string;
  args: JsonSchema;
}

export interface CatalogSection {
  name: string;
  title: string;
  description: string;
  group: SectionGroup;
  mandatory: boolean;
  card: { icon: string; headline?: string; unit?: string };
  series: readonly SeriesDefinition[];
  os: readonly Os[];
  payload: JsonSchema;
}

export interface Catalog {
  protocol: string;
  tools: readonly CatalogTool[];
  sections: readonly CatalogSection[];
}
