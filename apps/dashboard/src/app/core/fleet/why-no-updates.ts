import type { FleetAgent } from '@kenny/contract/web';

/** What to do about an agent that says that it takes no updates; nothing when it takes them. */
export function whyNoUpdates({ meta }: Pick<FleetAgent, 'meta'>): string | undefined {
  if (meta?.updatable !== false) return undefined;
  if (meta.os === 'macos') return 'Agents on macOS cannot: install a newer one there by hand.';
  if (meta.service !== true) {
    return 'It was not installed as a service of the PC, so nothing would start the new version. Install it with a link under Add a PC, or replace it by hand.';
  }
  return (
    'It was probably packaged without a release key. Package it with one (npm run release:key) and ' +
    'reinstall it; if it has one, repair the installation.'
  );
}
