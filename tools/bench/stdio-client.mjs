import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { percentile } from './figures.mjs';

/** A program with frames on its stdin and stdout, asked by the client of editors. */
export class StdioClient {
  #waiting = new Set();

  /** @param complaints - where its standard error goes */
  constructor(args, env = {}, complaints = 'inherit') {
    this.startedAt = performance.now();
    this.process = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', complaints],
    });
    this.connection = createMessageConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.connection.onNotification((method, params) => this.#tell(method, params));
    this.connection.listen();
  }

  ask(method, params = {}) {
    return this.connection.sendRequest(method, params);
  }

  /** The next notification that fits, and when it was here. */
  hears(method, fits) {
    return new Promise((resolve) => this.#waiting.add({ method, fits, resolve }));
  }

  /** So many requests, `inFlight` of them at a time. */
  async roundTrips(method, params, { count, inFlight }) {
    const times = [];
    let left = count;
    const lane = async () => {
      while ((left -= 1) >= 0) {
        const asked = performance.now();
        await this.ask(method, params);
        times.push(performance.now() - asked);
      }
    };
    const begun = performance.now();
    await Promise.all(Array.from({ length: inFlight }, lane));
    const seconds = (performance.now() - begun) / 1000;
    return { p50: percentile(times, 50), rate: count / seconds };
  }

  /** Bytes that a program keeps which tells at SIGUSR2. */
  async heap() {
    this.process.kill('SIGUSR2');
    const [said] = await once(this.process.stderr, 'data');
    return Number(/heap (\d+);/.exec(said.toString())[1]);
  }

  async stop() {
    this.connection.dispose();
    this.process.stdin.end();
    await once(this.process, 'close');
  }

  #tell(method, params) {
    const now = performance.now();
    for (const waiting of [...this.#waiting]) {
      if (waiting.method !== method || !waiting.fits(params)) continue;
      this.#waiting.delete(waiting);
      waiting.resolve(now);
    }
  }
}
