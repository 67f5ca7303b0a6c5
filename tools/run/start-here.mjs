import { finishUpdate, HERE } from './update.mjs';

/** What `npm start` and the service of `npm run autostart` run. */
await finishUpdate(HERE);
// It needs packages, which an update that was cut off has just put there.
await import('./server-and-agent.mjs');
