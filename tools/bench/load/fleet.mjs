import { clearInterval, setInterval } from 'node:timers';
import { createSecureContext } from 'node:tls';
import { Backoff } from '../../../apps/agent/dist/platform/backoff.js';
import { LoadAgent } from './load-agent.mjs';

/** A heartbeat as agents send it; without it the server would take them for gone. */
const PING = '{"type":"ping"}';
const PING_MS = 25_000;

/** All fake agents of the generator. */
export class Fleet {
  agents = [];

  constructor({ url, ca }) {
    const secureContext = ca ? createSecureContext({ ca }) : undefined;
    this.target = { url, secureContext };
    this.heartbeat = setInterval(() => this.ping(), PING_MS).unref();
  }

  /** Connects agents `from` up to `to`, so many at a time. Resolves when all are online. */
  async connect(from, to, atOnce) {
    const added = Array.from({ length: to - from }, (_, i) => new LoadAgent(from + i, this.target));
    this.agents.push(...added);
    let next = 0;
    const worker = async () => {
      while (next < added.length) await added[next++].connect();
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return { connected: added.length };
  }

  /**
   * From now on whoever loses the connection comes back as real agents do, with their waits and
   * jitter. Resolves when everybody has lost it and is back.
   */
  async comeBack() {
    let attempts = 0;
    const times = await Promise.all(
      this.agents.map(async (agent) => {
        await new Promise((resolve) => agent.socket.once('close', resolve));
        const backoff = new Backoff();
        let end = {};
        for (;;) {
          const waitMs = backoff.next({ lastedMs: 0, ...end });
          await new Promise((resolve) => setTimeout(resolve, waitMs));
          attempts += 1;
          end = await endOf(agent);
          if (end === undefined) return performance.timeOrigin + agent.connectedAt;
        }
      }),
    );
    return { attempts, lastAt: Math.max(...times), back: times.length };
  }

  hangUp() {
    for (const agent of this.agents) agent.hangUp();
    this.agents = [];
    clearInterval(this.heartbeat);
  }

  ping() {
    for (const agent of this.agents) if (agent.online) agent.send(PING);
  }
}

/** How an attempt failed, or undefined when the agent is back. */
async function endOf(agent) {
  try {
    await agent.connect();
    return undefined;
  } catch ({ code, reason }) {
    // The server is not there yet, or busy: it is up to the real agent's rules when to try again.
    return { code, reason };
  }
}
