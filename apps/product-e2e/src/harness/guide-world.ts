import { aTelemetry, type TelemetryBuilder } from '@kenny/testing';
import { API_PATHS, type ApprovalView, type FleetView } from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import { eventually } from './eventually.js';
import { FakeFleet, type FakePc } from './fake-fleet.js';
import type { Installation } from './installation.js';
import type { World } from './world.js';

/** The day of the pictures, always the same. */
export const TODAY = new Date('2026-06-04T09:40:00Z');
/** Days before it on which the PCs reported; the last ones are hours. */
const HISTORY = [...Array.from({ length: 29 }, (_, day) => 30 - day), 1, 0.5, 0.25, 0.1];

type Says = (telemetry: TelemetryBuilder, daysAgo: number) => TelemetryBuilder;

const disk = (mount: string, percent_used: number) => ({
  volumes: [
    {
      mount,
      total_bytes: 511e9,
      free_bytes: Math.round(5.11e9 * (100 - percent_used)),
      percent_used,
    },
  ],
});
const memory = (percent_used: number) => ({
  ...{ percent_used, total_bytes: 16e9, available_bytes: Math.round(16e7 * (100 - percent_used)) },
});
const windows = (hostname: string) => ({ hostname, os: 'windows' }) as const;

interface ToldPc extends FakePc {
  readonly says: Says;
}

/** Nothing to say of it, but a little less memory than the one before. */
function quiet(name: string, at: number): ToldPc {
  const id = name.toLowerCase().replace(' ', '-');
  const says: Says = (telemetry) => telemetry.with('memory', memory(30 + at * 4)).with('uptime');
  return { id, name, tags: ['club'], meta: { hostname: id }, says };
}

const PCS: readonly ToldPc[] = [
  {
    ...{ id: 'front-desk', name: 'Front desk', tags: ['club'], meta: windows('FRONT-DESK') },
    // Fills by half a per cent each day, and is nearly full today.
    says: (telemetry, ago) =>
      telemetry
        .with('disk', disk('C:', Math.round((96.2 - ago * 0.5) * 10) / 10))
        .with('memory', memory(61 + (ago % 5)))
        .with('thermals'),
  },
  {
    ...{ id: 'anna-laptop', name: 'Anna’s laptop', tags: ['family'], meta: windows('ANNA-LAPTOP') },
    says: (telemetry, ago) =>
      (ago < 3 ? telemetry.with('services') : telemetry).with('memory', memory(48)).with('battery'),
  },
  {
    ...{ id: 'workshop', name: 'Workshop', tags: ['club', 'two-key'] },
    meta: { hostname: 'workshop' },
    says: (telemetry, ago) =>
      telemetry.with('disk', disk('/', ago < 1 ? 84 : 79)).with('memory', memory(35)),
  },
  ...['Library', 'Office 1', 'Office 2', 'Reception', 'Kitchen', 'Youth room'].map(quiet),
  {
    ...{ id: 'media-pc', name: 'Media PC', tags: ['family'], meta: { hostname: 'media' } },
    says: (telemetry) => telemetry.with('memory', memory(41)),
  },
];

export interface GuideWorld {
  readonly agentId: string;
  readonly approval: ApprovalView;
}

/** A club's PCs over a month, at a calendar of their own, with the work of one morning. */
export async function guideWorld(world: World, installation: Installation): Promise<GuideWorld> {
  const { api } = installation;
  let fleet: FakeFleet | undefined;
  for (const ago of HISTORY) {
    await installation.startServer(new Date(TODAY.getTime() - ago * DAY_MS));
    fleet ??= await joined(new FakeFleet(world, api));
    await report(fleet, installation, ago);
    await installation.server?.stop();
  }
  await installation.startServer(TODAY);
  if (!fleet) throw new Error('there is no history');
  await report(fleet, installation, 0);
  await fleet.leave('media-pc');
  await api.tool('diag_processes', 'front-desk', {});
  const flushed = await api.ask('net_dns_flush', 'anna-laptop', {});
  await api.decide(flushed, 'approve', 30);
  const approval = await api.ask(
    'powershell_exec',
    'front-desk',
    {
      script:
        'Get-ChildItem $env:TEMP -Recurse -File |\n  Where-Object LastWriteTime -lt (Get-Date).AddDays(-30) |\n  Remove-Item -Force',
    },
    'C: is nearly full; files in the temporary folder that are older than 30 days can go.',
  );
  return { agentId: 'front-desk', approval };
}

async function joined(fleet: FakeFleet): Promise<FakeFleet> {
  await fleet.join(PCS);
  return fleet;
}

/** Everybody is there and says how it is on that day. */
async function report(fleet: FakeFleet, { api }: Installation, ago: number): Promise<void> {
  const at = new Date(TODAY.getTime() - ago * DAY_MS).toISOString();
  for (const { id, says } of PCS) {
    const agent = ago === HISTORY[0] ? fleet.agent(id) : await fleet.connect(id);
    agent.send(says(aTelemetry(id).collected(at), ago).frame());
  }
  await eventually('everybody has reported', async () => {
    const { body } = await api.get<FleetView>(API_PATHS.fleet);
    const all = body.agents.every(({ received_at }) => received_at !== null && received_at >= at);
    return all ? true : undefined;
  });
}
