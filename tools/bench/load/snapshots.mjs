import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';
import { CATALOG } from '@kenny/contract/agent';

const fixtureOf = (section) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../fixtures/telemetry/telemetry_${section}.json`, import.meta.url),
      'utf8',
    ),
  );
const SECTIONS = Object.fromEntries(CATALOG.sections.map(({ name }) => [name, fixtureOf(name)]));

/**
 * Every section of the protocol, 5.7 KiB: what the fixtures say, made this PC's own where PCs
 * differ, and new each time where PCs change from one snapshot to the next.
 */
export function snapshotOf(index, time) {
  const { disk, memory, network, processes, thermals, uptime } = SECTIONS;
  const wave = (span) => ((index * 31 + time * 17) % (span * 10)) / 10;
  return {
    ...SECTIONS,
    disk: {
      ...disk,
      volumes: disk.volumes.map((volume, i) =>
        i === 0 ? { ...volume, free_bytes: volume.free_bytes - time * 4096 - index } : volume,
      ),
    },
    memory: { ...memory, percent_used: 40 + wave(30), available_bytes: 8e9 - time * 8192 - index },
    network: {
      ...network,
      interfaces: network.interfaces.map((entry) => ({
        ...entry,
        mac: `02:00:5e:10:${hex(index >> 8)}:${hex(index)}`,
      })),
    },
    processes: {
      ...processes,
      count: 200 + Math.round(wave(80)),
      processes: processes.processes.map((entry, i) => ({ ...entry, cpu: wave(20 + i) })),
    },
    thermals: {
      ...thermals,
      sensors: thermals.sensors.map((entry) => ({ ...entry, temperature_c: 40 + wave(20) })),
    },
    uptime: { ...uptime, uptime_secs: 90_000 + time * 900 + index },
  };
}

/**
 * Sends snapshots over the fleet's connections, each agent in turn.
 * @param rate - per second; without it as fast as the sockets take them
 * @param first - number of the first round, so that later ones differ from earlier ones
 */
export async function sendSnapshots({ agents }, { count, rate, first = 0 }) {
  const frames = Array.from({ length: count }, (_, i) => {
    const { index, agentId } = agents[i % agents.length];
    const time = first + Math.floor(i / agents.length);
    return frameOf(agentId, snapshotOf(index, time));
  });
  const started = performance.timeOrigin + performance.now();
  const pace = rate ? paced(rate) : everySoMany(200);
  for (let i = 0; i < count; i += 1) {
    await pace(i);
    agents[i % agents.length].send(frames[i]);
  }
  return { started, bytes: Buffer.byteLength(frames[0] ?? ''), sent: count };
}

const hex = (number) => (number & 0xff).toString(16).padStart(2, '0');

function frameOf(agent_id, snapshot) {
  const collected_at = new Date().toISOString();
  return JSON.stringify({ type: 'telemetry', agent_id, collected_at, snapshot });
}

function paced(rate) {
  const start = performance.now();
  return async (i) => {
    const wait = start + (i * 1000) / rate - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
  };
}

/** Lets answers in between, without waiting. */
function everySoMany(many) {
  return (i) => (i % many === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined);
}
