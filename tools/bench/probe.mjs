import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded with `node --import` into the process that is measured, so that the product needs no hook
 * of its own. Answers `{probe: 'sample' | 'reset' | 'collect'}` over the pipe to the parent.
 */
const RESOLUTION_MS = 10;
const NS_PER_MS = 1e6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

const actions = {
  reset: () => delay.reset(),
  // Twice: what the first run finalises, the second one frees.
  collect: () => [1, 2].forEach(() => collectGarbage()),
  sample: () => undefined,
};

process.on('message', (message) => {
  const action = actions[message?.probe];
  if (!action) return;
  action();
  process.send({ probe: message.id, ...figures() });
});
// The pipe alone must not keep the process alive.
process.channel?.unref();

function figures() {
  const { user, system } = process.cpuUsage();
  // The histogram holds intervals between two looks, of which the resolution is no delay.
  const late = (ns) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
  return {
    cpuMs: (user + system) / 1000,
    memory: process.memoryUsage(),
    delay: {
      p50: late(delay.percentile(50)),
      p99: late(delay.percentile(99)),
      max: late(delay.max),
    },
  };
}
