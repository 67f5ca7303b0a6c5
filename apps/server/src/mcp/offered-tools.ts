import type { CatalogTool } from '@kenny/contract';
import type { Tool } from '@modelcontextprotocol/server';
import type { Principal } from '../context/index.js';
import {
  answerSchemaOf,
  callableTools,
  descriptionOf,
  inputSchemaOf,
  isPicture,
  toolsOf,
} from '../offer/index.js';

/** The tools of one token in the catalog's order, as MCP names their parts. */
export function offeredTools(principal: Pick<Principal, 'classes'>): Tool[] {
  return toolsOf(principal).map((tool) => AS_MCP.get(tool.name) ?? asMcp(tool));
}

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

/** Made once; below everything that it is made with. */
const AS_MCP = new Map(callableTools().map((tool) => [tool.name, asMcp(tool)]));
