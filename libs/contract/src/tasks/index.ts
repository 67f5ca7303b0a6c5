export * from './agent-types-file.js';
export * from './change-words.js';
export * from './events.js';
export * from './faults.js';
export type { TaskNotice, TaskNoticeAction } from './notice.js';
export * from './notifications.js';
export * from './shapes/index.js';
export * from './agent-presets.js';
export * from './vocabulary.js';
