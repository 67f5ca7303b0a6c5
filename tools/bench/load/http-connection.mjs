import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';

/**
 * One kept-alive HTTP/1.1 connection with one request in flight, read just as far as a benchmark
 * needs. Node's own client costs several times as much, and the generator's cost is not to be measured.
 */
export class HttpConnection {
  #buffered = Buffer.alloc(0);
  #answer;

  constructor({ url, ca }) {
    const { hostname: host, port, protocol } = new URL(url);
    const secure = protocol === 'https:';
    this.host = `${host}:${port}`;
    this.socket = secure ? connectSecure({ host, port, ca }) : connectPlain({ host, port });
    this.socket.setNoDelay(true);
    this.opened = new Promise((resolve, reject) => {
      this.socket.once(secure ? 'secureConnect' : 'connect', resolve);
      this.socket.once('error', reject);
    });
    this.socket.on('data', (data) => this.#read(data));
    this.socket.on('close', () => this.#answer?.reject(new Error('the server hung up')));
  }

  /** The bytes of a request, to be sent as often as one likes. */
  request(method, path, token, body = '', headers = '') {
    const type = body === '' ? '' : 'Content-Type: application/json\r\n';
    return Buffer.from(
      `${method} ${path} HTTP/1.1\r\nHost: ${this.host}\r\nAuthorization: Bearer ${token}\r\n` +
        `${headers}${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }

  /** Resolves with status and bytes of the answer's body. */
  send(request) {
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.socket.write(request);
    });
  }

  close() {
    this.#answer = undefined;
    this.socket.destroy();
  }

  #read(data) {
    this.#buffered = this.#buffered.length === 0 ? data : Buffer.concat([this.#buffered, data]);
    const end = this.#buffered.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#buffered.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (!Number.isInteger(length)) return this.#answer?.reject(new Error(`no length: ${head}`));
    if (this.#buffered.length < end + 4 + length) return;
    const body = this.#buffered.subarray(end + 4, end + 4 + length);
    this.#buffered = this.#buffered.subarray(end + 4 + length);
    this.#answer?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}
