import { newNonce, serverSignatures, transcript } from '@kenny/handshake/server';
import { percentile } from './figures.mjs';
import { agentIdOf, signerOf } from './identities.mjs';

const ROUNDS = 2_000;
/** Each signature is made and judged so often, and its least time counts. */
const TRIES = 3;
const server = signerOf(ROUNDS);
const sign = [];
const verify = [];

for (let index = 0; index < ROUNDS; index += 1) {
  const agent = signerOf(index);
  const message = transcript(agentIdOf(index), newNonce(), newNonce());
  const signature = agent.sign(message);
  sign.push(timed(() => server.sign(message)));
  verify.push(timed((signatures) => signatures.verify(agent.publicKey, message, signature)));
}
process.send({ type: 'times', times: { sign: summary(sign), verify: summary(verify) } }, () =>
  process.disconnect(),
);

/**
 * How long it keeps the calling thread, in ms: what lasts longer in one try than in another was
 * somebody else's turn on the core, or the collector's. No try finds a key that is ready, as after a
 * restart of the server.
 */
function timed(work) {
  const times = Array.from({ length: TRIES }, () => {
    const signatures = serverSignatures();
    const before = performance.now();
    work(signatures);
    return performance.now() - before;
  });
  return Math.min(...times);
}

function summary(times) {
  return { p50: percentile(times, 50), p99: percentile(times, 99) };
}
