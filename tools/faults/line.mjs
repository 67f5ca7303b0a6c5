import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** The network between an agent and the server: it can stall and be cut after so many bytes. */
export class Line {
  #pairs = new Set();
  #stalled = { up: false, down: false };
  #cut;

  static async to(port) {
    const line = new Line();
    line.server = createServer((agent) => line.#join(agent, connect(port, '127.0.0.1')));
    line.server.listen(0, '127.0.0.1');
    await once(line.server, 'listening');
    line.url = `http://127.0.0.1:${line.server.address().port}`;
    return line;
  }

  /** @param directions - `up` is towards the server */
  stall(...directions) {
    for (const direction of directions) this.#stalled[direction] = true;
    this.#eachSource((socket) => socket.pause());
  }

  resume() {
    this.#stalled = { up: false, down: false };
    for (const pair of this.#pairs) for (const { from } of pair) from.resume();
  }

  /** Passes so many more bytes in this direction, then both ends are gone. */
  cutAfter(direction, bytes) {
    return new Promise((resolve) => (this.#cut = { direction, left: bytes, resolve }));
  }

  forgetCut() {
    this.#cut = undefined;
  }

  close() {
    for (const pair of this.#pairs) for (const { from } of pair) from.destroy();
    this.server.close();
  }

  #eachSource(work) {
    for (const pair of this.#pairs) {
      for (const { from, direction } of pair) if (this.#stalled[direction]) work(from);
    }
  }

  #join(agent, server) {
    const pair = [
      { from: agent, to: server, direction: 'up' },
      { from: server, to: agent, direction: 'down' },
    ];
    this.#pairs.add(pair);
    for (const { from, to, direction } of pair) {
      if (this.#stalled[direction]) from.pause();
      from.on('data', (data) => this.#pass(data, to, direction, pair));
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
  }

  #pass(data, to, direction, pair) {
    const cut = this.#cut;
    if (cut?.direction !== direction) return to.write(data);
    if (data.length < cut.left) {
      cut.left -= data.length;
      return to.write(data);
    }
    this.#cut = undefined;
    to.write(data.subarray(0, cut.left), () => {
      for (const { from } of pair) from.destroy();
      cut.resolve();
    });
    return undefined;
  }
}
