import { serverLayers } from './server-layers.mjs';

/** Repo-local rules. Each is broken on purpose in tools/lint/boundaries.spec.ts. */
export const kenny = { rules: { 'server-layers': serverLayers } };
