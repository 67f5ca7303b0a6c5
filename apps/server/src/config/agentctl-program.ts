import { MCP_BRIDGE } from '@kenny/contract/agentctl';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The bundled `agentctl`, which Node runs; the same file from sources, compiled files and bundle. */
export const AGENTCTL_PROGRAM = fileURLToPath(
  new URL('../../../agentctl/bundle/agentctl.cjs', import.meta.url),
);

/** The bundled program that hands on MCP from stdio to a server. */
export const bridgeBeside = (agentctl: string): string => join(dirname(agentctl), MCP_BRIDGE.file);
