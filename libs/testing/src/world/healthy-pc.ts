import type { Snapshot } from '@kenny/contract/agent';

/** What a Linux PC without any complaint sends: the eight sections that every snapshot has. */
export function healthyPc(): Snapshot {
  return {
    disk: {
      status: 'ok',
      summary: '/ 40 % full',
      volumes: [{ mount: '/', total_bytes: 5e11, free_bytes: 3e11, percent_used: 40 }],
    },
    peripherals: { status: 'ok', summary: 'No faults', devices: [] },
    network: {
      status: 'ok',
      summary: '1 interface',
      interfaces: [{ name: 'enp3s0', mac: '02:00:5e:10:00:01', ips: ['192.0.2.24'] }],
      dns: ['192.0.2.1'],
    },
    routing: {
      status: 'ok',
      summary: 'The default route goes through enp3s0',
      routes: [
        { destination: '0.0.0.0/0', next_hop: '192.0.2.1', interface: 'enp3s0', metric: 100 },
      ],
      default_interface: 'enp3s0',
    },
    processes: { status: 'ok', summary: '1 process', count: 1, processes: [] },
    services: { status: 'ok', summary: 'All services run', services: [] },
    defender: {
      status: 'ok',
      summary: 'Not on this system',
      readable: false,
      unreadable_reason: 'there is no Defender on Linux',
      enabled: null,
      realtime_protection: null,
      last_scan: null,
      last_scan_type: null,
      last_signature_update: null,
      threats_found: null,
      action_needed: null,
    },
    win_update: {
      status: 'ok',
      summary: 'No update failed',
      last_check: '2026-06-04T06:12:00Z',
      recent: [],
    },
  };
}
