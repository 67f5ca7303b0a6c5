export * from './reads.js';
export * from './writer.js';
