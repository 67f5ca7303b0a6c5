export * from './agent-type.js';
export * from './board.js';
export * from './instance.js';
export * from './orchestrator.js';
export * from './permission.js';
export * from './task.js';
export * from './task-changes.js';
export * from './waiting-task.js';
