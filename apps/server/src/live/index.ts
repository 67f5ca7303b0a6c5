export { LiveHub, type LiveTopic } from './live-hub.js';
export { LiveModule } from './live.module.js';
export { notification, response } from './messages.js';
export { MissedChanges } from './missed-changes.js';
export type { Deliver, Watcher } from './watcher.js';
