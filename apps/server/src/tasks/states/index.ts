export * from './merge-events.js';
export * from './prompt-text.js';
export * from './queue-order.js';
export * from './retry.js';
export * from './task-life.js';
export * from './turn-watch.js';
