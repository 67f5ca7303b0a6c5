export * from './errors/client-error.js';
export * from './live/connection.js';
export { ANSWER_MS, QUIET_MS } from './live/heartbeat.js';
export * from './live/socket.js';
export * from './live/watch.js';
export * from './live/watch-chat.js';
export * from './live/watch-task.js';
