export { ReleaseFeed } from './release-feed.js';
export { ReleaseFeedModule } from './release-feed.module.js';
export { SOURCE_FOLDER } from './own-source.js';
export { OwnUpdate } from './own-update.js';
