import type { UpdatesView } from '@kenny/contract/web';

/** A server that looks nowhere for newer versions, and does not know how it was started. */
export const UPDATES: UpdatesView = {
  ...{ version: '0.2.0', newer: null, looked_at: null, trouble: null, feed: null },
  ...{ fixed: false, runs_as: null, public_url: 'https://kenny.example' },
};
