/**
 * What a program that talks to a server over HTTP may import. It starts fast: no DTO class, no
 * validator of the wire; those of the answers are loaded when the first answer is there.
 */
export * from './web.js';
export * from './check-with.js';
export * from './env.js';
export * from './generated/rpc-catalog.js';
export * from './http-answers.js';
export * from './mask-secrets.js';
export * from './release.js';
export * from './rpc/capabilities.js';
export * from './rpc/errors.js';
export type * from './rpc/index.js';
export * from './rpc/unsupported.js';
export * from './rpc/vocabulary.js';
export * from './ws-messages.js';
