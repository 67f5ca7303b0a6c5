import { fileURLToPath } from 'node:url';

/** The bundled `agentctl`, which Node runs; the same file from sources, compiled files and bundle. */
export const AGENTCTL_PROGRAM = fileURLToPath(
  new URL('../../../agentctl/bundle/agentctl.cjs', import.meta.url),
);
