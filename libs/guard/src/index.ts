export * from './guard.js';
export * from './hosts/update-host.js';
export * from './operator-rules.js';
export * from './paths/judge-path.js';
export type { Rule } from './rules/pattern.js';
export * from './verdict.js';
