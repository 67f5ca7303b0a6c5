/** For agents only: needs a file system. */
export * from './safe-open.js';
export { PrivateFiles } from './private-files.js';
export { holdsPrivateKey } from './private-key-text.js';
