import type { FleetAgent } from '@kenny/contract/web';

/** A healthy PC that is online, unless told otherwise. */
export function aPc(change: Partial<FleetAgent> = {}): FleetAgent {
  return {
    agent_id: 'pc1',
    name: 'kitchen',
    tags: [],
    online: true,
    last_seen: '2026-11-21T20:00:00Z',
    connected_since: '2026-11-21T10:00:00Z',
    meta: { hostname: 'kitchen', os: 'linux', version: '0.1.0' },
    protocol: '0.8',
    sealed: false,
    clock_skew_s: 0,
    overall: 'ok',
    worst: null,
    sections: [],
    section_count: 8,
    collected_at: '2026-11-21T20:00:00Z',
    received_at: '2026-11-21T20:00:00Z',
    strip: 'o'.repeat(48),
    ...change,
  };
}
