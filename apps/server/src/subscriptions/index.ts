export { Subscriptions, type SubscriptionTopic } from './subscriptions.js';
export { SubscriptionsModule } from './subscriptions.module.js';
export { notification, response } from './messages.js';
export { TopicViews } from './topic-views.js';
export { MissedChanges } from './missed-changes.js';
export type { Deliver, PacedWatcher, Watcher } from './watcher.js';
