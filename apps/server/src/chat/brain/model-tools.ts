import type { Tool } from '@anthropic-ai/sdk/resources/messages';
import { callableTools, descriptionOf, inputSchemaOf } from '../../offer/index.js';

/** Up to here the API remembers what it has read. */
export const CACHED = { type: 'ephemeral' } as const;

/** Every tool in the catalog's order, always the same bytes: they stay in the cache of the API. */
export const MODEL_TOOLS: readonly Tool[] = callableTools().map((tool, index, all) => ({
  name: tool.name,
  description: descriptionOf(tool),
  input_schema: inputSchemaOf(tool),
  ...(index === all.length - 1 ? { cache_control: CACHED } : {}),
}));
