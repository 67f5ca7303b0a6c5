import { createHistogram } from 'node:perf_hooks';
import { agentIdOf } from './identities.mjs';

/** A read that every system has; its path meets the guard on both ends. */
export const TOOL = 'fs_list';
const ARGS = { path: '/srv/photos/2025' };
const NS_PER_MS = 1e6;

/** What is called, by turns: one agent after the other. */
export const commandFor = (turn, agents) => ({ agent_id: agentIdOf(turn % agents), args: ARGS });

/**
 * Runs commands for a while, or so many of them.
 * @param callers - each makes one call at a time and is told whose turn it is
 * @param count - calls in all; without it, as many as fit into `seconds` after a warm-up
 */
export async function runCommands(callers, { seconds, count = Infinity, warmUpSeconds = 1 }) {
  const warmUpMs = count === Infinity ? warmUpSeconds * 1000 : 0;
  const start = performance.now() + warmUpMs;
  const end = start + (seconds ?? Infinity) * 1000;
  const times = createHistogram();
  let sent = 0;
  let done = 0;
  let all = 0;
  await Promise.all(
    callers.map(async (call) => {
      while (performance.now() < end && sent < count) {
        const turn = sent++;
        const before = performance.now();
        await call(turn);
        const after = performance.now();
        all += 1;
        if (before < start) continue;
        done += 1;
        times.record(Math.max(1, Math.round((after - before) * NS_PER_MS)));
      }
    }),
  );
  const took = (performance.now() - start) / 1000;
  const ms = (percentile) => times.percentile(percentile) / NS_PER_MS;
  return { done, all, rate: done / took, p50: ms(50), p99: ms(99), max: ms(100) };
}
