import { once } from 'node:events';
import { createSecureContext } from 'node:tls';
import { percentile } from '../figures.mjs';
import { HttpConnection } from './http-connection.mjs';
import { LoadAgent } from './load-agent.mjs';

const PING = Buffer.from('{"type":"ping"}');
const PONG = '{"type":"pong"}';
const PINGS_PER_WRITE = 256;
const PINGS = Buffer.concat(Array(PINGS_PER_WRITE).fill(masked(PING)));
const TICK_MS = 5;
const LOOK_MS = 20;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A text frame of a WebSocket client, as it is on the wire (RFC 6455, 5.2); under 126 bytes. */
function masked(text) {
  const mask = Buffer.from([0x4b, 0x65, 0x6e, 0x79]);
  const body = text.map((byte, i) => byte ^ mask[i % mask.length]);
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, body]);
}

/** An enrolled agent that writes to its TCP or TLS socket itself: making frames costs it nothing. */
class Flooder extends LoadAgent {
  pongs = 0;

  connect(onEnd) {
    const welcome = super.connect(onEnd);
    this.socket.on('upgrade', ({ socket }) => (this.raw = socket));
    return welcome;
  }

  /** Kept when there is room for more: nothing but the server's reading holds it up. */
  async write(bytes, signal) {
    if (this.raw.write(bytes)) return;
    const either = new AbortController();
    const all = { signal: AbortSignal.any([either.signal, signal]) };
    await Promise.race([once(this.raw, 'drain', all), once(this.raw, 'close', all)]).catch(
      () => undefined,
    );
    either.abort();
  }

  receive(text) {
    if (text === PONG) this.pongs += 1;
    else super.receive(text);
  }
}

/**
 * One enrolled agent that sends up to `count` pings in so many seconds, as fast as they are read but
 * no faster than evenly over that time, and comes back at once whenever it is cut off.
 * @returns how many left it (`sent`; the two sockets' buffers hold some of them), how many were
 *   answered, how often it connected and with which codes that ended
 */
export async function flood({ url, ca }, { index, count, seconds }) {
  const secureContext = ca ? createSecureContext({ ca }) : undefined;
  const agent = new Flooder(index, { url, secureContext });
  const codes = {};
  let connections = 0;
  let sent = 0;
  const start = performance.now();
  const end = AbortSignal.timeout(seconds * 1000);
  while (!end.aborted && sent < count) {
    if (!agent.online) {
      connections += 1;
      await agent
        .connect((code) => (codes[code] = (codes[code] ?? 0) + 1))
        .catch(() => pause(TICK_MS));
    }
    const due = (count * (performance.now() - start)) / (seconds * 1000);
    while (agent.online && sent < due && !end.aborted) {
      await agent.write(PINGS, end);
      sent += PINGS_PER_WRITE;
    }
    await pause(TICK_MS);
  }
  agent.hangUp();
  return { sent, answered: agent.pongs, connections, codes };
}

/** How long `/healthz` takes, asked every 20 ms. */
export async function health(target, { seconds }) {
  const connection = new HttpConnection(target);
  await connection.opened;
  const request = connection.request('GET', '/healthz', target.token);
  const times = [];
  const end = performance.now() + seconds * 1000;
  for (let before = performance.now(); before < end; before = performance.now()) {
    await connection.send(request);
    times.push(performance.now() - before);
    await pause(LOOK_MS);
  }
  connection.close();
  return { p50: percentile(times, 50), p95: percentile(times, 95), max: Math.max(...times) };
}
