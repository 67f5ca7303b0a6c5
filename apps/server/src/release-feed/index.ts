export { ReleaseFeed } from './release-feed.js';
export { ReleaseFeedModule } from './release-feed.module.js';
