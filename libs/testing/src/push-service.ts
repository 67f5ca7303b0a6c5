import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** What a browser gives a page that subscribes. */
export interface PushSubscriptionKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A message as its browser gets it. */
export interface PushedMessage {
  readonly subscription: string;
  readonly text: string;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
}

interface Subscription {
  readonly keys: ECDH;
  readonly auth: Buffer;
  readonly serverKey: string;
}

const DAY_S = 24 * 60 * 60;

/**
 * A push service on loopback over TLS (RFC 8030), with the browsers behind it: verifies who sends
 * (RFC 8292), decrypts (RFC 8291), and refuses what is wrong, with the reason in `refused`.
 */
export class PushService {
  readonly refused: string[] = [];
  /** What it answers to the next ones instead of taking them. */
  readonly answers: number[] = [];
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly arrived: PushedMessage[] = [];
  private readonly waiting: ((message: PushedMessage) => void)[] = [];
  private taken = 0;

  private constructor(
    private readonly server: Server,
    /** PEM that its clients have to trust. */
    readonly ca: string,
  ) {}

  static async start(): Promise<PushService> {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keySize: 2048,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const server = createServer({ cert, key });
    const service = new PushService(server, cert);
    server.on('request', (request: IncomingMessage, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const status = service.take(request, Buffer.concat(parts));
        if (status === 201) response.setHeader('location', `${service.url}/m/1`);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  /** As the variable of the server names it. */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `https://${this.host}`;
  }

  get all(): readonly PushedMessage[] {
    return this.arrived;
  }

  /** A browser subscribes for messages of this server alone. */
  subscribe(serverKey: string): PushSubscriptionKeys {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const [id, auth] = [randomBytes(12).toString('base64url'), randomBytes(16)];
    this.subscriptions.set(id, { keys, auth, serverKey });
    const p256dh = keys.getPublicKey().toString('base64url');
    return { endpoint: `${this.url}/push/${id}`, p256dh, auth: auth.toString('base64url') };
  }

  /** The browser does not want it any more: its address is gone. */
  unsubscribe(endpoint: string): void {
    this.subscriptions.delete(idIn(new URL(endpoint).pathname));
  }

  /** The next message that nobody has taken. */
  next(): Promise<PushedMessage> {
    const message = this.arrived[this.taken];
    if (!message) return new Promise((resolve) => this.waiting.push(resolve));
    this.taken += 1;
    return Promise.resolve(message);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(request: IncomingMessage, body: Buffer): number {
    const [subscription, planned] = [idIn(request.url ?? ''), this.answers.shift()];
    const known = this.subscriptions.get(subscription);
    if (planned !== undefined) return planned;
    if (!known) return 410;
    try {
      const { headers } = request;
      must(request.method === 'POST', 'a message is posted');
      must(headers['content-encoding'] === 'aes128gcm', 'it is encrypted');
      must(/^\d+$/.test(String(headers['ttl'])), 'it says how long it is of use');
      verifyVapid(String(headers.authorization), known.serverKey, this.url);
      const text = decrypt(body, known).toString('utf8');
      const [urgency, topic] = [headers['urgency'], headers['topic']].map((one) => one?.toString());
      this.note({ subscription, text, ttl: Number(headers['ttl']), urgency, topic });
      return 201;
    } catch (error) {
      this.refused.push(error instanceof Error ? error.message : String(error));
      return 403;
    }
  }

  private note(message: PushedMessage): void {
    this.arrived.push(message);
    const waiter = this.waiting.shift();
    if (!waiter) return;
    this.taken += 1;
    waiter(message);
  }
}

const idIn = (path: string): string => path.split('/').at(-1) ?? '';

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

/** RFC 8292: who sends has signed for this service, with the key that the browser subscribed for. */
function verifyVapid(authorization: string, serverKey: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+),\s*k=([^,\s]+)$/.exec(authorization) ?? [];
  must(key === serverKey, 'it is signed with the key that was subscribed for');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url') },
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  must(signed, 'the signature fits');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    readonly [claim: string]: unknown;
  };
  const left = Number(exp) - Date.now() / 1000;
  must(aud === audience, 'it is signed for this service');
  must(left > 0 && left <= DAY_S, 'the signature is for a day at most');
  must(/^(mailto:.+@|https:\/\/)/.test(String(sub)), 'it names whom to write to');
}

/** RFC 8291 over one record of RFC 8188. */
function decrypt(body: Buffer, { keys, auth }: Subscription): Buffer {
  const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  must(sealed.length <= body.readUInt32BE(16), 'it is one record');
  const derive = (secret: Buffer, with_: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  must(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0), 'it is the last record');
  return padded.subarray(0, end);
}
