import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface RawRequest {
  readonly method: string;
  /** As it goes over the wire: nothing is encoded or resolved. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A client that sends what it is told, also what `fetch` would put right. */
export class RawHttp {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 });
  private readonly where: { host: string; port: number };

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.where = { host: hostname, port: Number(port) };
  }

  send({ method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const counted = body !== undefined && headers['transfer-encoding'] === undefined;
      const length = counted ? { 'content-length': Buffer.byteLength(body) } : {};
      const head = { agent: this.agent, method, path, headers: { ...length, ...headers } };
      const sent = request({ ...this.where, ...head });
      sent.on('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(pieces);
          const packed = response.headers['content-encoding'] === 'gzip' && bytes.length > 0;
          const text = (packed ? gunzipSync(bytes) : bytes).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Bytes on a socket of their own; everything that came back until the server closed it. */
  bytes(bytes: string | Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.where, () => socket.write(bytes));
      let answer = '';
      socket.setEncoding('latin1').on('data', (piece: string) => (answer += piece));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  /** Sends these bytes and leaves at once, without waiting for an answer. */
  leave(bytes: string | Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.where, () => socket.write(bytes, () => socket.destroy()));
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
