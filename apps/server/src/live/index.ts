export { LiveHub } from './live-hub.js';
export { LiveModule } from './live.module.js';
export { response } from './messages.js';
export type { Deliver, Watcher } from './watcher.js';
