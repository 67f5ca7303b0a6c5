import { newNonce, serverSignatures, transcript } from '@kenny/handshake/server';
import { percentile } from './figures.mjs';
import { agentIdOf, signerOf } from './identities.mjs';

/** Every verification is of a key not seen before, as after a restart of the server. */
const ROUNDS = 2_000;
const signatures = serverSignatures();
const server = signerOf(ROUNDS);
const sign = [];
const verify = [];

for (let index = 0; index < ROUNDS; index += 1) {
  const agent = signerOf(index);
  const message = transcript(agentIdOf(index), newNonce(), newNonce());
  const signature = agent.sign(message);
  sign.push(timed(() => server.sign(message)));
  verify.push(timed(() => signatures.verify(agent.publicKey, message, signature)));
}
process.send({ type: 'times', times: { sign: summary(sign), verify: summary(verify) } }, () =>
  process.disconnect(),
);

/** CPU, not time: somebody else's turn on the core is no block of ours. */
function timed(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function summary(times) {
  return { p50: percentile(times, 50), p99: percentile(times, 99) };
}
