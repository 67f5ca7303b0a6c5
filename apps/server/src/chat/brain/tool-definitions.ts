import type { Tool } from '@anthropic-ai/sdk/resources/messages';
import { CONVERSATION_CATALOG } from '@kenny/contract';
import { callableTools, descriptionOf, inputSchemaOf } from '../../model-tools/index.js';

/** The API caches the request up to here. */
export const CACHED = { type: 'ephemeral' } as const;

const OFFERED: readonly Tool[] = [
  ...callableTools().map((tool) => ({
    name: tool.name,
    description: descriptionOf(tool),
    input_schema: inputSchemaOf(tool),
  })),
  ...CONVERSATION_CATALOG.map(({ name, description, args }) => ({
    ...{ name, description },
    input_schema: { ...args, type: 'object' as const },
  })),
];

/** Every tool in the catalog's order, always the same bytes: they stay in the cache of the API. */
export const MODEL_TOOLS: readonly Tool[] = OFFERED.map((tool, index, { length }) =>
  index === length - 1 ? { ...tool, cache_control: CACHED } : tool,
);
