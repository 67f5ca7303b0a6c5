/**
 * What the agent and the pure libraries may import: validators, plain data, constants and types,
 * never a DTO class (design §1.1). So the agent's bundle holds no class-validator.
 */
export * from './clean-targets.js';
export * from './constants.js';
export type * from './define/catalog.js';
export * from './define/schema-hints.js';
export type * from './define/section.js';
export type * from './define/tool.js';
export * from './effects.js';
export * from './env.js';
export * from './errors.js';
export * from './exit-codes.js';
export * from './field-words.js';
export * from './guard-refusal.js';
export * from './turn-events.js';
export type * from './frames/index.js';
export * from './frames/parse.js';
export * from './frames/parts.js';
export * from './generated/catalog.js';
export type * from './http/index.js';
export * from './life.js';
export * from './mcp.js';
export * from './metrics.js';
export * from './release.js';
export * from './return-time.js';
export type * from './sections/index.js';
export * from './sections/vocabulary.js';
export * from './mask-secrets.js';
export * from './used-approval.js';
export * from './titles.js';
export type * from './tools/index.js';
export * from './validate.js';
export * from './version.js';
