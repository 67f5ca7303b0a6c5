import { agentSignatures } from './agent-signer.js';
import { transcript } from './index.js';
import { serverSignatures } from './server-signer.js';

/** Figures are printed, not asserted: machines differ. The verdicts are asserted. */
describe('speed of verification', () => {
  it.each([
    ['@noble/ed25519', agentSignatures, 40],
    ['node:crypto', serverSignatures(), 1000],
  ])('%s', (name, signatures, rounds) => {
    const signer = signatures.createSigner(Buffer.alloc(32, 1));
    const message = transcript('example-pc', Buffer.alloc(32, 2), Buffer.alloc(32, 3));
    const signature = signer.sign(message);
    expect(signatures.verify(signer.publicKey, message, signature)).toBe(true);
    const started = performance.now();
    let accepted = 0;
    for (let i = 0; i < rounds; i += 1) {
      if (signatures.verify(signer.publicKey, message, signature)) accepted += 1;
    }
    const elapsed = performance.now() - started;
    expect(accepted).toBe(rounds);
    const perSecond = Math.round((rounds * 1000) / elapsed);
    process.stdout.write(`${name}: ${perSecond} verifications per second\n`);
  });
});
