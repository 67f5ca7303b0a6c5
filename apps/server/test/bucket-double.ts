import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BackupBucket } from '../src/config/index.js';

export interface Asked {
  readonly method: string;
  /** Of the bucket: empty, or the key. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Answers in its place; undefined: it answers by itself. */
export type Instead = (
  asked: Asked,
  answer: ServerResponse,
) => 'answered' | undefined | { readonly body: Buffer };

interface Kept {
  readonly body: Buffer;
  readonly etag: string;
  readonly notes: Notes;
}

/** What its sender noted with it. */
interface Notes {
  readonly sha256?: string | undefined;
  readonly owner?: string | undefined;
}

interface Upload {
  readonly key: string;
  readonly notes: Notes;
  readonly parts: Map<number, Kept>;
}

/**
 * A bucket in memory that is as strict as the documents of S3: it computes every signature and
 * checksum itself. `instead` makes it misbehave.
 */
export class BucketDouble {
  readonly objects = new Map<string, Kept>();
  readonly uploads = new Map<string, Upload>();
  readonly asked: string[] = [];
  instead: Instead = () => undefined;
  leastPartBytes = 0;
  private server: Server | undefined;
  private ids = 0;

  async start(): Promise<this> {
    this.server = createServer((request, answer) => void this.serve(request, answer));
    await new Promise<void>((done) => this.server?.listen(0, '127.0.0.1', done));
    return this;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((done) => this.server?.close(done));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  /** As the server is configured for it. */
  config(more: Partial<BackupBucket> = {}): BackupBucket {
    return {
      ...{ origin: this.origin, bucket: 'family', prefix: 'kenny/', region: 'eu-central-1' },
      ...{ keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG', plain: false },
      ...more,
    };
  }

  /** The same as variables; what is sent there is not encrypted. */
  env(): Record<string, string> {
    const { origin, bucket, prefix, region, keyId, secret } = this.config();
    return {
      KENNY_BACKUP_S3: `${origin}/${bucket}/${prefix}`,
      KENNY_BACKUP_S3_REGION: region,
      ...{ KENNY_BACKUP_S3_KEY_ID: keyId, KENNY_BACKUP_S3_SECRET: secret },
      KENNY_BACKUP_S3_PLAIN: '1',
    };
  }

  keep(key: string, body: Buffer | string, notes: Notes = {}): void {
    const bytes = Buffer.from(body);
    const etag = hex('md5', bytes);
    this.objects.set(key, { body: bytes, etag, notes: { sha256: hex('sha256', bytes), ...notes } });
  }

  begin(key: string): void {
    this.uploads.set(`id-${(this.ids += 1)}`, { key, notes: {}, parts: new Map() });
  }

  private async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = new URL(request.url ?? '', this.origin);
    const [, bucket, ...rest] = url.pathname.split('/');
    const { method = '', headers } = request;
    let asked: Asked = {
      method,
      key: rest.join('/'),
      query: url.searchParams,
      headers,
      body: Buffer.concat(chunks),
    };
    this.asked.push(`${method} ${asked.key}${url.search}`);
    const instead = this.instead(asked, answer);
    if (instead === 'answered') return;
    if (instead) asked = { ...asked, ...instead };
    const fault = bucket === 'family' ? this.faultOf(asked, url) : 'NoSuchBucket';
    if (fault) refuse(answer, fault);
    else this.answer(asked, answer);
  }

  private faultOf({ method, headers, body, query }: Asked, url: URL): string | undefined {
    const { secret, region, keyId } = this.config();
    const said =
      /^AWS4-HMAC-SHA256 Credential=(.*?)\/(\d{8})\/(.*?)\/s3\/aws4_request, SignedHeaders=(.*?), Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      );
    if (!said) return 'AccessDenied';
    const [, id, day = '', where, names = '', signature] = said;
    if (id !== keyId) return 'InvalidAccessKeyId';
    if (where !== region) return 'AuthorizationHeaderMalformed';
    for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256', ...amzNames(headers)]) {
      if (!names.split(';').includes(name)) return 'AccessDenied';
    }
    const encoded = (text: string) =>
      encodeURIComponent(text).replace(
        /[!'()*]/g,
        (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    const canonical = [
      method,
      url.pathname,
      [...query]
        .map((pair) => pair.map(encoded).join('='))
        .sort()
        .join('&'),
      ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
      '',
      names,
      headers['x-amz-content-sha256'],
    ].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const toSign = [
      'AWS4-HMAC-SHA256',
      headers['x-amz-date'],
      scope,
      hex('sha256', canonical),
    ].join('\n');
    const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
      (from, text) => createHmac('sha256', from).update(text).digest(),
      Buffer.from(`AWS4${secret}`),
    );
    if (createHmac('sha256', key).update(toSign).digest('hex') !== signature)
      return 'SignatureDoesNotMatch';
    if (headers['x-amz-content-sha256'] !== hex('sha256', body)) return 'XAmzContentSHA256Mismatch';
    const md5 = headers['content-md5'];
    if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
      return 'BadDigest';
    return undefined;
  }

  private answer(asked: Asked, answer: ServerResponse): void {
    const { method, key, query, body, headers } = asked;
    const id = query.get('uploadId');
    const upload = id === null ? undefined : this.uploads.get(id);
    if (id !== null && upload?.key !== key) return refuse(answer, 'NoSuchUpload');
    const notes = notesOf(headers);
    const kept = this.objects.get(key);
    if (method === 'GET' && key === '') return this.list(query, answer);
    if (method === 'POST' && query.has('uploads')) {
      const begun = `id-${(this.ids += 1)}`;
      this.uploads.set(begun, { key, notes, parts: new Map() });
      return void answer.end(
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (method === 'PUT') {
      const fresh = { body, etag: hex('md5', body), notes };
      if (upload) upload.parts.set(Number(query.get('partNumber')), fresh);
      else this.objects.set(key, fresh);
      return void answer.setHeader('etag', `"${fresh.etag}"`).end();
    }
    if (method === 'POST' && upload) return this.finish(id ?? '', upload, String(body), answer);
    if (method === 'DELETE') {
      if (id === null) this.objects.delete(key);
      else this.uploads.delete(id);
      return void answer.writeHead(204).end();
    }
    if (!kept) return refuse(answer, 'NoSuchKey');
    answer.writeHead(200, {
      ...{ 'content-length': kept.body.length, etag: `"${kept.etag}"` },
      ...headersOf(kept.notes),
    });
    answer.end(method === 'HEAD' ? undefined : kept.body);
  }

  private finish(
    id: string,
    { key, notes, parts }: Upload,
    xml: string,
    answer: ServerResponse,
  ): void {
    const named = [...xml.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)];
    const all = named.map(([, number, etag]) => {
      const part = parts.get(Number(number));
      return part?.etag === etag ? part : undefined;
    });
    const whole = all.flatMap((part) => part ?? []);
    if (whole.length !== all.length || all.length === 0) return refuse(answer, 'InvalidPart');
    if (whole.slice(0, -1).some(({ body }) => body.length < this.leastPartBytes)) {
      return refuse(answer, 'EntityTooSmall');
    }
    const digest = hex('md5', Buffer.concat(whole.map(({ etag }) => Buffer.from(etag, 'hex'))));
    const body = Buffer.concat(whole.map((part) => part.body));
    this.objects.set(key, { body, etag: `${digest}-${whole.length}`, notes });
    this.uploads.delete(id);
    answer.end(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }

  private list(query: URLSearchParams, answer: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
      const items = found.map(
        ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      return void answer.end(
        `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`,
      );
    }
    // Two a page, so that whoever reads one page only is found out.
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const page = keys.slice(from, from + 2).map((key) => {
      const size = this.objects.get(key)?.body.length ?? 0;
      return `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`;
    });
    const more = from + 2 < keys.length;
    const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    answer.end(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${page.join('')}</ListBucketResult>`,
    );
  }
}

const STATUS: Readonly<Record<string, number>> = {
  ...{ NoSuchKey: 404, NoSuchBucket: 404, NoSuchUpload: 404, SlowDown: 503, InternalError: 500 },
  ...{ BadDigest: 400, XAmzContentSHA256Mismatch: 400, InvalidPart: 400, EntityTooSmall: 400 },
  AuthorizationHeaderMalformed: 400,
};

/** An error as S3 writes them. */
export function refuse(answer: ServerResponse, code: string, status = STATUS[code] ?? 403): void {
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(`<Error><Code>${code}</Code><Message>\u001b[31mmade up</Message></Error>`);
}

const NOTES = { sha256: 'x-amz-meta-kenny-sha256', owner: 'x-amz-meta-kenny-server' } as const;

const notesOf = (headers: IncomingMessage['headers']): Notes => ({
  sha256: headers[NOTES.sha256]?.toString(),
  owner: headers[NOTES.owner]?.toString(),
});

const headersOf = ({ sha256, owner }: Notes): Record<string, string> => ({
  ...(sha256 === undefined ? {} : { [NOTES.sha256]: sha256 }),
  ...(owner === undefined ? {} : { [NOTES.owner]: owner }),
});

const amzNames = (headers: IncomingMessage['headers']): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'content-md5');

const hex = (algorithm: string, body: Buffer | string): string =>
  createHash(algorithm).update(body).digest('hex');
