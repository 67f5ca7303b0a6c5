import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a peer got, for whoever waits for it. */
class Inbox<T> {
  readonly all: T[] = [];
  private taken = 0;
  private waiting: ((one: T) => void)[] = [];

  add(one: T): void {
    this.all.push(one);
    const waiter = this.waiting.shift();
    if (!waiter) return;
    this.taken += 1;
    waiter(one);
  }

  /** The next that nobody has taken. */
  next(): Promise<T> {
    const one = this.all[this.taken];
    if (one === undefined) return new Promise((resolve) => this.waiting.push(resolve));
    this.taken += 1;
    return Promise.resolve(one);
  }
}

/** Any service that takes messages over HTTP, on loopback. */
export class HttpPeer {
  readonly inbox = new Inbox<Received>();
  /** What it answers. */
  status = 200;
  location: string | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HttpPeer> {
    const server = createServer();
    const peer = new HttpPeer(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        if (peer.location !== undefined) response.setHeader('location', peer.location);
        response.statusCode = peer.status;
        response.end('{"ok":true}\u001b[31m');
        peer.inbox.add({ method, path, headers, body: Buffer.concat(parts).toString() });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return peer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  next(): Promise<Received> {
    return this.inbox.next();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

/** A mail server on loopback. */
export class MailPeer {
  readonly inbox = new Inbox<ReceivedMail>();
  refusal: { readonly code: number; readonly message: string } | undefined;

  private constructor(private readonly server: SMTPServer) {}

  static async start(
    options: { readonly login?: readonly [string, string] } = {},
  ): Promise<MailPeer> {
    const box: { peer?: MailPeer } = {};
    const server = new SMTPServer({
      ...{ authOptional: options.login === undefined, disabledCommands: ['STARTTLS'] },
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        const [user, pass] = options.login ?? [];
        if (username === user && password === pass) done(null, { user });
        else done(new Error('wrong login'));
      },
      onData: (stream, { envelope }, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const { refusal } = box.peer ?? {};
          if (refusal) {
            const { code: responseCode, message } = refusal;
            return done(Object.assign(new Error(message), { responseCode }));
          }
          done(null, 'taken');
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address);
          box.peer?.inbox.add({ from, to, source: Buffer.concat(parts).toString() });
        });
      },
    });
    const peer = new MailPeer(server);
    box.peer = peer;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return peer;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  next(): Promise<ReceivedMail> {
    return this.inbox.next();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}
