export * from './kenny-logger.js';
export { escapeControls } from './log-line.js';
export * from './logging.module.js';
export * from './redact.js';
export * from './refusal-log.js';
export * from './secret-texts.js';
