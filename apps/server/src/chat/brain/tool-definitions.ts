import type { Tool } from '@anthropic-ai/sdk/resources/messages';
import { CONVERSATION_CATALOG, readSkill } from '@kenny/contract';
import { callableTools, descriptionOf, inputSchemaOf } from '../../model-tools/index.js';

/** The API caches the request up to here. */
export const CACHED = { type: 'ephemeral' } as const;

const CONVERSATIONAL: readonly Tool[] = CONVERSATION_CATALOG.map(({ name, description, args }) => ({
  ...{ name, description },
  input_schema: { ...args, type: 'object' as const },
}));

/** Offered only where there are skills; after the others, so that these stay in the cache. */
export const SKILL_TOOLS: readonly Tool[] = CONVERSATIONAL.filter(
  ({ name }) => name === readSkill.name,
);

const OFFERED: readonly Tool[] = [
  ...callableTools().map((tool) => ({
    name: tool.name,
    description: descriptionOf(tool),
    input_schema: inputSchemaOf(tool),
  })),
  ...CONVERSATIONAL.filter((tool) => !SKILL_TOOLS.includes(tool)),
];

/** Every tool in the catalog's order, always the same bytes: they stay in the cache of the API. */
export const MODEL_TOOLS: readonly Tool[] = OFFERED.map((tool, index, { length }) =>
  index === length - 1 ? { ...tool, cache_control: CACHED } : tool,
);
