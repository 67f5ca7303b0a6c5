import { WS_PATH, WS_WHOLE_TOPICS } from '@kenny/contract/client';
import { WebSocket } from 'ws';

/** Dashboards: each watches everything of the fleet there is to watch, and reads it all. */
export class Watchers {
  #sockets = [];
  #received = { messages: 0, bytes: 0, rows: 0, gaps: 0 };

  constructor({ url, ca, token }) {
    this.url = new URL(WS_PATH, url.replace(/^http/, 'ws'));
    this.options = { ca, headers: { authorization: `Bearer ${token}` }, perMessageDeflate: false };
  }

  async open(count) {
    const opened = Array.from({ length: count }, () => this.#openOne());
    this.#sockets.push(...(await Promise.all(opened)));
  }

  async #openOne() {
    const socket = new WebSocket(this.url, this.options);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    for (const topic of WS_WHOLE_TOPICS) {
      const answered = new Promise((resolve) => socket.once('message', resolve));
      const action = `${topic}.subscribe`;
      socket.send(JSON.stringify({ id: topic, type: 'request', action, payload: {} }));
      const answer = JSON.parse(await answered);
      if (answer.type !== 'response') throw new Error(`${action}: ${JSON.stringify(answer)}`);
    }
    socket.on('message', (data) => this.#count(data));
    return socket;
  }

  /** Since it was last asked. */
  figures() {
    const figures = this.#received;
    this.#received = { messages: 0, bytes: 0, rows: 0, gaps: 0 };
    return figures;
  }

  close() {
    for (const socket of this.#sockets.splice(0)) socket.terminate();
  }

  #count(data) {
    this.#received.messages += 1;
    this.#received.bytes += data.length;
    if (data.includes('audit.row')) this.#received.rows += 1;
    if (data.includes('stream.gap')) this.#received.gaps += 1;
  }
}
