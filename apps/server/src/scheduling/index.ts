export * from './scheduled-task.js';
