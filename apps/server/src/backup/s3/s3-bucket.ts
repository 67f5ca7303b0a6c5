import { compactIso, type Clock } from '@kenny/kernel';
import { AwsV4Signer } from 'aws4fetch';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bareHost, isLoopback, type BackupBucket } from '../../config/index.js';
import {
  AddressRefused,
  canonicalAddress,
  openExchange,
  systemResolve,
  textOf,
  type HttpMessage,
  type Resolve,
} from '../../outbound/index.js';
import type { Block } from './block.js';
import { fieldOf, objectsOf, uploadsOf, type OpenUpload, type StoredObject } from './s3-answers.js';
import { faultOfAnswer, faultOfWay, noWay, S3Fault, strangeAnswer } from './s3-fault.js';

export interface S3Limits {
  /** An attempt ends when nothing moves for so long. */
  readonly idleMs: number;
  /** An attempt ends after this, and the time that its bytes take at `slowestBytesPerMs`. */
  readonly answerMs: number;
  readonly slowestBytesPerMs: number;
  /** Waits before further attempts. */
  readonly waitsMs: readonly number[];
}

const LIMITS: S3Limits = {
  ...{ idleMs: 120_000, answerMs: 300_000, slowestBytesPerMs: 16 },
  waitsMs: [1_000, 4_000, 15_000],
};
/** A page of a list has a thousand names. */
const ANSWER_BYTES = 2 * 1024 * 1024;
const MOST_PAGES = 50;
/** A server that stops does not wait longer for it. */
const ABANDON_MS = 5_000;
const DIGEST = 'x-amz-meta-kenny-sha256';
const OWNER = 'x-amz-meta-kenny-server';

interface S3Request {
  readonly method: HttpMessage['method'];
  /** Of an object, below the prefix; empty for the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Of the body, where it is known already. */
  readonly sha256?: string;
}

interface S3Answer {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** What its sender notes with an object. */
export interface Note {
  /** Of the whole file. */
  readonly sha256: string;
  /** Which server it is. */
  readonly owner: string;
}

/** What a bucket says of an object. */
export interface ObjectFacts {
  readonly bytes: number;
  /** SHA-256 of the file, as its sender noted it. */
  readonly sha256: string | undefined;
  /** The server that sent it, as it noted it. */
  readonly owner: string | undefined;
  /** Without quotation marks. */
  readonly etag: string;
  /** The provider seals it with a key of its own: its ETag is then no MD5. */
  readonly sealed: boolean;
}

export interface OpenObject {
  readonly facts: ObjectFacts;
  readonly content: AsyncGenerator<Buffer>;
  close(): void;
}

/** One bucket of a server that speaks S3, addressed by path. */
export class S3Bucket {
  readonly host: string;
  private readonly limits: S3Limits;

  constructor(
    private readonly at: BackupBucket,
    private readonly clock: Clock,
    private readonly signal?: AbortSignal,
    limits: Partial<S3Limits> = {},
    private readonly resolve: Resolve = systemResolve,
  ) {
    this.host = new URL(at.origin).host;
    this.limits = { ...LIMITS, ...limits };
  }

  /** Objects below the prefix, by their names without it. */
  async list(): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    let next: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = {
        ...{ 'list-type': '2', prefix: this.at.prefix },
        ...(next === undefined ? {} : { 'continuation-token': next }),
      };
      const read = objectsOf((await this.ask({ method: 'GET', query })).text);
      if (!read) throw strangeAnswer(this.host, 'no list');
      found.push(...this.ours(read.items));
      next = read.next;
      if (next === undefined) return found;
    }
    throw strangeAnswer(this.host, 'a list without an end');
  }

  /** Uploads below the prefix that nobody has finished; the first thousand. */
  async uploads(): Promise<OpenUpload[]> {
    const query = { uploads: '', prefix: this.at.prefix };
    const read = uploadsOf((await this.ask({ method: 'GET', query })).text);
    if (!read) throw strangeAnswer(this.host, 'no list of uploads');
    return this.ours(read);
  }

  /** Undefined: there is none of this name. */
  async facts(name: string): Promise<ObjectFacts | undefined> {
    try {
      return factsOf((await this.ask({ method: 'HEAD', name })).headers);
    } catch (error) {
      if (error instanceof S3Fault && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** A whole object at once. */
  async put(name: string, block: Block, note: Note): Promise<void> {
    const headers = { ...md5Header(block), ...noted(note) };
    await this.ask({ method: 'PUT', name, body: block.bytes, sha256: block.sha256, headers });
  }

  /** @returns the id of an upload in parts */
  async begin(name: string, note: Note): Promise<string> {
    const headers = noted(note);
    const { text } = await this.ask({ method: 'POST', name, query: { uploads: '' }, headers });
    const id = fieldOf(text, 'UploadId');
    if (id === undefined || !/^[\x21-\x7e]{1,1024}$/.test(id)) {
      throw strangeAnswer(this.host, 'no id for an upload');
    }
    return id;
  }

  /** @returns its ETag */
  async putPart(name: string, id: string, number: number, block: Block): Promise<string> {
    const query = { partNumber: String(number), uploadId: id };
    const { headers } = await this.ask({
      ...{ method: 'PUT', name, query, body: block.bytes, sha256: block.sha256 },
      headers: md5Header(block),
    });
    const etag = etagOf(headers);
    if (!/^[\x21\x23-\x3b\x3d\x3f-\x7e]{1,128}$/.test(etag) || etag.includes('&')) {
      throw strangeAnswer(this.host, 'no ETag for a part');
    }
    return etag;
  }

  async finish(name: string, id: string, etags: readonly string[]): Promise<void> {
    const parts = etags.map(
      (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>"${etag}"</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    await this.again(async () => {
      const { text } = await this.once({ method: 'POST', name, query: { uploadId: id }, body });
      if (text.includes('<CompleteMultipartUploadResult')) return;
      // It says 200 before it knows.
      const said = fieldOf(text, 'Code');
      if (said === undefined) throw strangeAnswer(this.host, 'no end of an upload');
      throw faultOfAnswer(this.host, 500, said);
    });
  }

  /** Ends an upload and frees its parts; also when everything else has to stop. */
  async abandon(name: string, id: string): Promise<void> {
    const request = { method: 'DELETE', name, query: { uploadId: id } } as const;
    (await this.attempt(request, AbortSignal.timeout(ABANDON_MS))).resume();
  }

  async remove(name: string): Promise<void> {
    await this.ask({ method: 'DELETE', name });
  }

  /** What a name holds, as it comes, and never more than the bucket says; the caller closes. */
  async open(name: string): Promise<OpenObject> {
    const response = await this.again(() => this.attempt({ method: 'GET', name }, this.signal));
    const close = (): void => void response.destroy();
    const facts = factsOf(response.headers);
    if (facts) return { facts, close, content: this.contentOf(response, facts.bytes) };
    close();
    throw strangeAnswer(this.host, 'a file without a size');
  }

  private async *contentOf(response: IncomingMessage, bytes: number): AsyncGenerator<Buffer> {
    let left = bytes;
    try {
      for await (const chunk of response as AsyncIterable<Buffer>) {
        left -= chunk.length;
        if (left < 0) break;
        yield chunk;
      }
    } catch (error) {
      throw faultOfWay(this.host, error);
    }
    if (left !== 0) throw noWay(this.host, 'ECONNRESET');
  }

  private ask(request: S3Request): Promise<S3Answer> {
    return this.again(() => this.once(request));
  }

  private async once(request: S3Request): Promise<S3Answer> {
    const { answerMs, slowestBytesPerMs } = this.limits;
    const bytes = Buffer.byteLength(request.body ?? '');
    const limit = AbortSignal.timeout(Math.ceil(answerMs + bytes / slowestBytesPerMs));
    const signal = this.signal ? AbortSignal.any([this.signal, limit]) : limit;
    const response = await this.attempt(request, signal);
    const { text, isWhole } = await this.onTheWay(textOf(response, ANSWER_BYTES));
    if (!isWhole) throw strangeAnswer(this.host, 'too much at once');
    return { headers: response.headers, text };
  }

  private async again<T>(attempt: () => Promise<T>): Promise<T> {
    for (const wait of this.limits.waitsMs) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof S3Fault) || !error.mayPass) throw error;
        await this.pause(wait);
      }
    }
    return attempt();
  }

  private async pause(ms: number): Promise<void> {
    const { signal, clock } = this;
    signal?.throwIfAborted();
    await new Promise<void>((resolve) => {
      const timer = clock.setTimer(over, ms);
      function over() {
        timer.cancel();
        signal?.removeEventListener('abort', over);
        resolve();
      }
      signal?.addEventListener('abort', over, { once: true });
    });
    signal?.throwIfAborted();
  }

  /** One request, signed now. @returns an answer with a good status, from its headers on */
  private async attempt(request: S3Request, signal?: AbortSignal): Promise<IncomingMessage> {
    const { method, name, query = {}, headers = {}, body = '' } = request;
    const sha256 = request.sha256 ?? createHash('sha256').update(body).digest('hex');
    const { origin, bucket, prefix, region, keyId, secret } = this.at;
    const url = new URL(name === undefined ? `/${bucket}` : `/${bucket}/${prefix}${name}`, origin);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, accessKeyId: keyId, secretAccessKey: secret },
      ...{ service: 's3', region, datetime: compactIso(this.clock.now()) },
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
    }).sign();
    const message = { url: url.href, method, headers: Object.fromEntries(signed.headers), body };
    const address = await this.address(url);
    const { idleMs } = this.limits;
    const response = await this.onTheWay(openExchange(url, address, message, { idleMs, signal }));
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    const { text } = await this.onTheWay(textOf(response, ANSWER_BYTES));
    throw faultOfAnswer(this.host, status, fieldOf(text, 'Code'));
  }

  /** A certificate proves whom https leads to; plain text stays in this machine, whatever a name says. */
  private async address({ hostname, protocol }: URL): Promise<string> {
    const host = bareHost(hostname);
    const literal = canonicalAddress(host);
    const answers = literal === undefined ? await this.onTheWay(this.resolve(host)) : [literal];
    const [address] = answers.flatMap((one) => canonicalAddress(one) ?? []);
    if (address === undefined) throw noWay(this.host, 'ENOTFOUND');
    if (protocol === 'https:' || isLoopback(address)) return address;
    throw new S3Fault(`${host} leads to another machine: use https://.`, 'not sent');
  }

  private async onTheWay<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.signal?.throwIfAborted();
      if (error instanceof S3Fault || error instanceof AddressRefused) throw error;
      throw faultOfWay(this.host, error);
    }
  }

  private ours<T extends { readonly key: string }>(items: readonly T[]): T[] {
    const { prefix } = this.at;
    return items.flatMap((one) =>
      one.key.startsWith(prefix) ? [{ ...one, key: one.key.slice(prefix.length) }] : [],
    );
  }
}

function factsOf(headers: IncomingMessage['headers']): ObjectFacts | undefined {
  const bytes = Number(headers['content-length'] ?? NaN);
  if (!Number.isSafeInteger(bytes)) return undefined;
  const [sha256, owner] = [headers[DIGEST], headers[OWNER]];
  const sealing = headers['x-amz-server-side-encryption'];
  return {
    bytes,
    sha256: typeof sha256 === 'string' ? sha256 : undefined,
    owner: typeof owner === 'string' ? owner : undefined,
    etag: etagOf(headers),
    sealed:
      (typeof sealing === 'string' && sealing.startsWith('aws:kms')) ||
      headers['x-amz-server-side-encryption-customer-algorithm'] !== undefined,
  };
}

const noted = ({ sha256, owner }: Note) => ({ [DIGEST]: sha256, [OWNER]: owner });

const etagOf = (headers: IncomingMessage['headers']): string =>
  (headers.etag ?? '').replaceAll(/^(W\/)?"|"$/g, '');

const md5Header = ({ md5 }: Block) => ({ 'content-md5': md5.toString('base64') });
