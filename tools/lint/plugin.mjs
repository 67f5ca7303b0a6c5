import { layers } from './layers.mjs';
import { noCircles } from './no-circles.mjs';

/** Repo-local rules. Each is broken on purpose in tools/lint/boundaries.spec.ts. */
export const kenny = { rules: { layers, 'no-circles': noCircles } };
