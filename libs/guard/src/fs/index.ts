/** For agents only: needs a file system. */
export * from './safe-open.js';
