import { finishUpdate, HERE, undoUpdate } from './update.mjs';

/** What `npm start` and the service of `npm run autostart` run. */
await finishUpdate(HERE);
try {
  // It needs packages, which an update that was cut off has just put there.
  await import('./server-and-agent.mjs');
} catch (error) {
  if (!(await undoUpdate(HERE, error.message))) throw error;
  // What was loaded of the newer version stays in this process.
  console.error('It is back: start kenny again.');
  process.exitCode = 1;
}
