export * from './daily-quota.js';
export * from './time-sliced-queue.js';
export * from './retry-delay.js';
export * from './scheduled-task.js';
export * from './scheduler.service.js';
export * from './scheduling.module.js';
export * from './token-bucket.js';
