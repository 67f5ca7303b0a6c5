import type { ApprovalView } from '@kenny/contract';
import { aTelemetry, type TelemetryBuilder } from '@kenny/testing';
import type { Api } from './api.js';
import { FakeFleet, type FakePc } from './fake-fleet.js';
import type { World } from './world.js';

const DEVICE = { hostname: 'FRONT-DESK', os: 'windows' } as const;

/** A small club's PCs: one in trouble, some that want a look, the others quiet, one switched off. */
const PCS: readonly (FakePc & { says(telemetry: TelemetryBuilder): TelemetryBuilder })[] = [
  {
    id: 'front-desk',
    name: 'Front desk',
    tags: ['club'],
    meta: DEVICE,
    says: (telemetry) =>
      telemetry
        .with('disk', {
          summary: 'C: 97 % full',
          volumes: [
            { mount: 'C:', total_bytes: 511e9, free_bytes: 15e9, percent_used: 97 },
            { mount: 'D:', total_bytes: 2000e9, free_bytes: 1421e9, percent_used: 28.9 },
          ],
        })
        .with('memory')
        .with('thermals')
        .with('reboot_pending'),
  },
  {
    id: 'anna-laptop',
    name: 'Anna’s laptop',
    tags: ['family'],
    meta: { hostname: 'ANNA-LAPTOP', os: 'windows' },
    says: (telemetry) => telemetry.with('battery').with('wifi_quality').with('services'),
  },
  {
    id: 'workshop',
    name: 'Workshop',
    tags: ['club', 'two-key'],
    meta: { hostname: 'workshop' },
    says: (telemetry) => telemetry.with('memory').with('uptime'),
  },
  {
    id: 'media-pc',
    name: 'Media PC',
    tags: ['family'],
    meta: { hostname: 'media' },
    says: (telemetry) => telemetry.with('thermals').with('uptime'),
  },
  { id: 'old-tower', name: 'Old tower', says: (telemetry) => telemetry },
];

export interface LivedIn {
  readonly fleet: FakeFleet;
  /** A PC with something to say in many sections. */
  readonly agentId: string;
  /** One of each risk, all waiting. */
  readonly waiting: readonly ApprovalView[];
}

/** A server that has been worked with: PCs with health, calls that ran, changes that wait. */
export async function livedIn(world: World, api: Api): Promise<LivedIn> {
  const fleet = new FakeFleet(world, api);
  await fleet.join(PCS);
  for (const { id, says } of PCS) {
    const now = new Date().toISOString();
    fleet.agent(id).send(says(aTelemetry(id).collected(now)).frame());
  }
  await fleet.leave('old-tower');
  await api.tool('fs_disk_usage', 'front-desk', {});
  const done = await api.ask('net_dns_flush', 'front-desk', {});
  await api.decide(done, 'approve', 30);
  const waiting = [
    await api.ask('shell_exec', 'workshop', { command: 'df -h /\nsystemctl restart cups' }),
    await api.ask('winget_install', 'front-desk', { id: 'VideoLAN.VLC' }),
    await api.ask('net_dns_flush', 'anna-laptop', {}),
  ];
  return { fleet, agentId: 'front-desk', waiting };
}
