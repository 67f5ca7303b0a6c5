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

/** Names of the tools that an agent on this system has. */
export function toolsOf(system) {
  return CATALOG.tools
    .filter(({ where, os }) => where === 'agent' && os.includes(system))
    .map(({ name }) => name);
}

const META = {
  os: 'linux',
  version: KENNY_VERSION,
  arch: 'x86_64',
  tools: toolsOf('linux'),
  features: [...AGENT_FEATURES],
  remote_control: true,
  service: true,
};

/**
 * A made-up agent on a real socket with a key of its own. As lean as can be: thousands of them share
 * a process of the bench, and their own cost must not be taken for the server's.
 */
export class LeanAgent {
  online = false;
  connectedAt = 0;

  /**
   * @param identity - `agentId`, `signer`, and `meta` beside what every agent here says of itself
   * @param server - `url`, and `secureContext` for TLS
   */
  constructor({ agentId, signer, meta = {} }, { url, secureContext }) {
    this.agentId = agentId;
    this.signer = signer;
    this.meta = { hostname: agentId, ...META, ...meta };
    this.url = new URL(AGENT_SOCKET_PATH, url.replace(/^http/, 'ws'));
    this.secureContext = secureContext;
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
        meta: this.meta,
      }),
    );
  }

  receive(text) {
    const frame = JSON.parse(text);
    if (frame.type === 'request') {
      this.answer(frame);
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

  /** Whatever it is asked. */
  answer({ id }) {
    this.send(JSON.stringify({ type: 'response', id, ok: true, result: {} }));
  }
}
