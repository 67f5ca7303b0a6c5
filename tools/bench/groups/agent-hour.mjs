import { cpuMsOf } from '../processes.mjs';
import { pause, residentMb, startIdleAgent } from './agent.mjs';

const HOUR_S = 3_600;
/** Looked at so often in the hour. */
const LOOKS = 12;
/** What one collection happens to leave is no growth. */
const GROWTH_MB = 2;

/**
 * Two built agents with nothing to do for an hour: one connected, one whose server is gone. Their
 * four snapshots and the attempts to connect are part of it.
 */
export const agentHour = {
  name: 'agent-hour',
  goals: [],
  onRequest: true,
  async *run({ world, quick }) {
    const seconds = quick ? HOUR_S / 60 : HOUR_S;
    const connected = await startIdleAgent(world);
    const alone = await startIdleAgent(world);
    await alone.server.stop('SIGKILL');
    const [first, second] = await Promise.all([
      watch(connected.child, seconds),
      watch(alone.child, seconds),
    ]);
    await connected.child.stop();
    await alone.child.stop();
    await connected.server.stop();
    yield* rows('agent idle for an hour', first);
    yield* rows('the same, its server away', second);
  },
};

async function watch(child, seconds) {
  const before = cpuMsOf(child.pid);
  const resident = [];
  for (let i = 0; i < LOOKS; i += 1) {
    await pause((seconds * 1000) / LOOKS);
    resident.push(residentMb(child));
  }
  return { share: (cpuMsOf(child.pid) - before) / seconds / 10, resident };
}

/** Growth is that of the least of each half: what a snapshot needs for a moment is given back. */
function rows(title, { share, resident }) {
  const half = LOOKS / 2;
  const growth = Math.min(...resident.slice(half)) - Math.min(...resident.slice(0, half));
  const note = `MB every five minutes: ${resident.map((mb) => mb.toFixed(1)).join(' ')}`;
  const less = { better: 'less' };
  return [
    {
      ...less,
      title: `${title}: resident memory`,
      unit: 'MB',
      must: 70,
      aim: 55,
      note,
      value: Math.max(...resident),
    },
    { ...less, title: `${title}: share of a core`, unit: '%', must: 0.2, aim: 0.1, value: share },
    {
      ...less,
      title: `${title}: growth`,
      unit: 'MB',
      must: GROWTH_MB,
      aim: 0,
      value: Math.max(0, growth),
    },
  ];
}
