export * from './kenny-logger.js';
export { escapeControls } from './log-line.js';
export * from './logging.module.js';
export * from './refusal-log.js';
