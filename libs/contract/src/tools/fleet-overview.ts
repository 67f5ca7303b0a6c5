import { defineTool } from '../define/tool.js';
import { FleetView } from '../http/fleet.js';
import { NoArgs } from './no-args.js';

export const fleetOverview = defineTool({
  name: 'fleet_overview',
  title: 'Show the fleet',
  description:
    'Show the health of all PCs at once: counts, and per PC what is not in order and since when.',
  args: NoArgs,
  result: FleetView,
  effect: 'read',
  risk: 'none',
  where: 'server',
  os: ['windows', 'linux', 'macos'],
  guards: {},
  deadline: { default_s: 30 },
  hints: { destructive: false, idempotent: true, openWorld: false },
});
