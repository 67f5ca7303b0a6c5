import { createHistogram } from 'node:perf_hooks';
import { agentIdOf } from '../identities.mjs';
import { HttpConnection } from './http-connection.mjs';

/** A read that every system has; its path meets the guard on both ends. */
const TOOL = 'fs_list';
const ARGS = { path: '/srv/photos/2025' };
const NS_PER_MS = 1e6;

/** Calls a tool over the HTTP door, as the command line does. */
export class Caller {
  constructor(target) {
    this.target = target;
  }

  /**
   * @param inFlight - connections, each with one call at a time
   * @param agents - how many agents the calls are spread over
   * @param count - calls in all; without it, as many as fit into `seconds` after a warm-up
   */
  async run({ inFlight, agents, seconds, count = Infinity, warmUpSeconds = 1 }) {
    const connections = Array.from({ length: inFlight }, () => new HttpConnection(this.target));
    await Promise.all(connections.map(({ opened }) => opened));
    const start = performance.now() + (count === Infinity ? warmUpSeconds * 1000 : 0);
    const tally = {
      ...{ start, end: start + (seconds ?? Infinity) * 1000, count },
      ...{ sent: 0, done: 0, times: createHistogram() },
    };
    await Promise.all(
      connections.map((connection, i) =>
        this.#work(connection, this.#requests(connection, i, agents), tally),
      ),
    );
    const took = (performance.now() - start) / 1000;
    for (const connection of connections) connection.close();
    const ms = (percentile) => tally.times.percentile(percentile) / NS_PER_MS;
    return { done: tally.done, rate: tally.done / took, p50: ms(50), p99: ms(99), max: ms(100) };
  }

  #requests(connection, worker, agents) {
    return Array.from({ length: 16 }, (_, i) => {
      const agent_id = agentIdOf((worker * 16 + i) % agents);
      const body = JSON.stringify({ agent_id, args: ARGS });
      return connection.request('POST', `/api/tools/${TOOL}`, this.target.token, body);
    });
  }

  async #work(connection, requests, tally) {
    while (performance.now() < tally.end && tally.sent < tally.count) {
      const request = requests[tally.sent % requests.length];
      tally.sent += 1;
      const before = performance.now();
      const { status, body } = await connection.send(request);
      const after = performance.now();
      if (status !== 200) throw new Error(`a command answered ${status}: ${body}`);
      if (before < tally.start) continue;
      tally.done += 1;
      tally.times.record(Math.max(1, Math.round((after - before) * NS_PER_MS)));
    }
  }
}
