import { LeanAgent } from '../../agents/lean-agent.mjs';
import { agentIdOf, signerOf } from '../identities.mjs';

/** What it answers, whatever it is asked: a small folder. */
const RESULT = JSON.stringify({
  entries: [
    { name: 'tax-2025', is_dir: true, bytes: 0 },
    { name: 'invoice 0417.pdf', is_dir: false, bytes: 183_402 },
    { name: 'archive.zip', is_dir: false, bytes: 734_003_200 },
  ],
});

/** One of the bench's agents, by its number. */
export class LoadAgent extends LeanAgent {
  constructor(index, server) {
    super({ agentId: agentIdOf(index), signer: signerOf(index) }, server);
    this.index = index;
  }

  answer({ id }) {
    this.send(`{"type":"response","id":"${id}","ok":true,"result":${RESULT}}`);
  }
}
