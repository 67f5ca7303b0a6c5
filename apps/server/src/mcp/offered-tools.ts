import type { CatalogTool } from '@kenny/contract';
import type { Tool } from '@modelcontextprotocol/server';
import {
  answerSchemaOf,
  callableTools,
  descriptionOf,
  inputSchemaOf,
  isPicture,
} from '../model-tools/index.js';

function asMcp(tool: CatalogTool): Tool {
  const { name, effect, hints } = tool;
  const change = effect === 'change';
  return {
    name,
    description: descriptionOf(tool),
    // JSON of the catalog; its type says less than the SDK's.
    inputSchema: inputSchemaOf(tool) as Tool['inputSchema'],
    ...(isPicture(tool) ? {} : { outputSchema: answerSchemaOf(tool) }),
    annotations: {
      readOnlyHint: !change,
      destructiveHint: change && hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}

/** Every tool in the catalog's order, as MCP names their parts; the same for every token. */
export const OFFERED: readonly Tool[] = callableTools().map(asMcp);
