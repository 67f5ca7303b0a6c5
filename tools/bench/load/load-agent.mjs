import {
  AGENT_FEATURES,
  AGENT_SOCKET_PATH,
  CAPS,
  CATALOG,
  KENNY_VERSION,
  PROTOCOL_VERSION,
} from '@kenny/contract/agent';
import { decodeNonce, encodeBase64, newNonce, transcript } from '@kenny/handshake/server';
import { WebSocket } from 'ws';
import { agentIdOf, signerOf } from '../identities.mjs';

const META = {
  os: 'linux',
  version: KENNY_VERSION,
  arch: 'x86_64',
  tools: CATALOG.tools
    .filter(({ where, os }) => where === 'agent' && os.includes('linux'))
    .map(({ name }) => name),
  features: [...AGENT_FEATURES],
  remote_control: true,
  service: true,
};

/** What it answers, whatever it is asked: a small folder. */
const RESULT = JSON.stringify({
  entries: [
    { name: 'tax-2025', is_dir: true, bytes: 0 },
    { name: 'invoice 0417.pdf', is_dir: false, bytes: 183_402 },
    { name: 'archive.zip', is_dir: false, bytes: 734_003_200 },
  ],
});

/**
 * One agent on a real socket with a key of its own. As lean as can be: thousands of them share a
 * process, and their own cost must not be taken for the server's.
 */
export class LoadAgent {
  online = false;
  connectedAt = 0;

  constructor(index, { url, secureContext }) {
    this.index = index;
    this.agentId = agentIdOf(index);
    this.url = new URL(AGENT_SOCKET_PATH, url.replace(/^http/, 'ws'));
    this.secureContext = secureContext;
    this.signer = signerOf(index);
  }

  /** Kept when the server has let it in. */
  connect(onEnd = () => undefined) {
    this.nonce = newNonce();
    const socket = new WebSocket(this.url, {
      perMessageDeflate: false,
      maxPayload: CAPS.responseBytes,
      secureContext: this.secureContext,
    });
    this.socket = socket;
    return new Promise((resolve, reject) => {
      this.welcome = resolve;
      let trouble;
      socket.on('open', () => this.register());
      socket.on('message', (data) => this.receive(data.toString()));
      socket.on('error', (error) => (trouble = error));
      socket.on('close', (code, reason) => {
        this.online = false;
        const words = String(reason);
        const closed = new Error(`${this.agentId} was closed: ${code} ${words}`);
        reject(trouble ?? Object.assign(closed, { code, reason: words }));
        onEnd(code);
      });
    });
  }

  /** @param text - a whole frame */
  send(text) {
    this.socket.send(text);
  }

  hangUp() {
    this.socket.terminate();
  }

  register() {
    this.send(
      JSON.stringify({
        type: 'register',
        agent_id: this.agentId,
        protocol: PROTOCOL_VERSION,
        client_nonce: encodeBase64(this.nonce),
        meta: { hostname: this.agentId, ...META },
      }),
    );
  }

  receive(text) {
    const frame = JSON.parse(text);
    if (frame.type === 'request') {
      this.send(`{"type":"response","id":"${frame.id}","ok":true,"result":${RESULT}}`);
    } else if (frame.type === 'challenge') {
      const signed = transcript(this.agentId, this.nonce, decodeNonce(frame.server_nonce));
      this.send(
        JSON.stringify({ type: 'auth', agent_sig: encodeBase64(this.signer.sign(signed)) }),
      );
    } else if (frame.type === 'policy' && !this.online) {
      this.online = true;
      this.connectedAt = performance.now();
      this.welcome();
    }
  }
}
