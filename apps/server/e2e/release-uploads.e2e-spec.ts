import type { ErrorBody } from '@kenny/contract';
import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { RELEASE_LIMITS } from '../src/distribution/index.js';
import { AFTER_REFUSAL_MS } from '../src/doors/http/pipeline/takes-file.js';
import { aRelease, publish, publishPath, type ARelease } from '../test/a-release.js';
import { releaseWorld } from '../test/release-world.js';

const world = releaseWorld();

/** An upload whose end is up to the test. */
function upload({ manifest }: Pick<ARelease, 'manifest'>, headers: Record<string, string> = {}) {
  const sent = request(world.server.url + publishPath(manifest), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.server.admin}`,
      'content-type': 'application/octet-stream',
      ...headers,
    },
  });
  const answer = new Promise<string>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        const { error } = JSON.parse(text) as Partial<ErrorBody>;
        resolve(`${response.statusCode ?? 0} ${error?.code ?? ''}`.trim());
      });
    });
  });
  return { sent, answer };
}

/** What node says when a request has not arrived within its time. */
const late = () => Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Resolves when the server holds a half of an upload. */
async function halfArrived(): Promise<void> {
  while (!world.files().some((name) => name.startsWith('.incoming'))) await turn();
}

describe('an upload', () => {
  const { manifest, file } = aRelease({}, 'exactly these bytes');

  afterEach(async () => {
    expect(await world.list()).toEqual([]);
    expect(world.files()).toEqual([]);
  });

  it.each([
    ['one byte too many', Buffer.concat([file, Buffer.from('!')]), '413 too_large'],
    ['one byte too few', file.subarray(1), '400 bad_args'],
    ['other bytes', Buffer.from('exactly those bytes'), '400 bad_args'],
    ['nothing', Buffer.alloc(0), '400 bad_args'],
  ])('of %s leaves nothing behind, whether its length is said or not', async (_, body, said) => {
    const counted = upload({ manifest }, { 'content-length': String(body.length) });
    counted.sent.end(body);
    expect(await counted.answer).toBe(said);
    const chunked = upload({ manifest }, { 'transfer-encoding': 'chunked' });
    chunked.sent.end(body);
    expect(await chunked.answer).toBe(said);
  });

  it('without end is read no further than its manifest says, and answered', async () => {
    const { sent, answer } = upload({ manifest }, { 'transfer-encoding': 'chunked' });
    sent.write(Buffer.alloc(5_000_000));
    expect(await answer).toBe('413 too_large');
    sent.destroy();
  });

  it('without end is closed after its answer, and not read any further', async () => {
    const { sent, answer } = upload({ manifest }, { 'transfer-encoding': 'chunked' });
    const closed = new Promise((resolve) => sent.on('close', resolve));
    sent.write(Buffer.alloc(5_000_000));
    expect(await answer).toBe('413 too_large');
    const more = () => sent.write('more', (error) => error ?? setImmediate(more));
    more();
    world.clock.advance(AFTER_REFUSAL_MS);
    await closed;
  });

  it('that is refused unread is closed when its time is over, though its sender stays', async () => {
    const { host, hostname, port } = new URL(world.server.url);
    const listener = world.server.app.getHttpServer();
    const accepted = once(listener, 'connection');
    const sender = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    sender
      .on('error', () => undefined)
      .write(
        `POST ${publishPath(manifest)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${world.server.admin}` +
          '\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
      );
    const [socket] = (await accepted) as [Socket];
    const [answer] = (await once(sender, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
    const closed = once(socket, 'close');
    listener.emit('clientError', late(), socket);
    const sending = new AbortController();
    void closed.then(() => sending.abort());
    for (; !sending.signal.aborted; await turn()) sender.write('3\r\nabc\r\n');
    sender.destroy();
  });

  it('that is cut off leaves nothing behind', async () => {
    const { sent, answer } = upload({ manifest }, { 'content-length': String(file.length) });
    answer.catch(() => undefined);
    sent.write(file.subarray(0, 5));
    await halfArrived();
    sent.destroy();
    while (world.files().length > 0) await turn();
  });

  it('may only be the file itself, with a manifest of the right shape', async () => {
    const wrong: [string, Record<string, string>][] = [
      ['', { 'content-type': 'application/json' }],
      ['', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['', { 'content-encoding': 'gzip' }],
    ];
    for (const [, headers] of wrong) {
      expect((await publish(world.server, { manifest, file }, headers)).status).toBe(400);
    }
    const manifests: unknown[] = [
      ...['', 'null', '[]', '{', '"x"', 'x'.repeat(5_000)],
      ...[
        { ...manifest, more: 1 },
        { ...manifest, size: 0 },
        { ...manifest, size: 2 ** 40 },
      ],
      ...[
        { ...manifest, version: '../../etc' },
        { ...manifest, os: 'dos' },
      ],
      ...['../x', 'x/y', 'x\\y', 'X', '', '%2e%2e', 'x\u0000'].map((arch) => ({
        ...manifest,
        arch,
      })),
      ...[
        { ...manifest, sha256: 'AB'.repeat(32) },
        { ...manifest, sig: 'none' },
      ],
    ];
    for (const one of manifests) {
      const response = await fetch(world.server.url + publishPath(one), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.server.admin}`,
          'content-type': 'application/octet-stream',
        },
        body: new Uint8Array(file),
      });
      expect([one, response.status]).toEqual([one, 400]);
    }
  });
});

describe('a slow upload', () => {
  it('that a crash cut off is gone after a restart, and what was published is there', async () => {
    const release = aRelease();
    await publish(world.server, release);
    const cut = upload(aRelease({ version: '0.3.0' }, 'a longer one'));
    cut.sent.write('half');
    await halfArrived();
    cut.answer.catch(() => undefined);
    cut.sent.destroy();
    await world.server.stop();
    await world.start();
    expect(world.files()).toEqual([release.name]);
    expect((await world.list()).map(({ name }) => name)).toEqual([release.name]);
  });

  it('is not cut off by the time that other requests have', async () => {
    const release = aRelease({}, 'a file from far away');
    const sockets: Socket[] = [];
    const http = world.server.app.getHttpServer();
    http.on('connection', (socket: Socket) => sockets.push(socket));
    const { sent, answer } = upload(release);
    sent.write(release.file.subarray(0, 3));
    await halfArrived();
    http.emit('clientError', late(), sockets.at(-1));
    sent.end(release.file.subarray(3));
    expect(await answer).toBe('201');
  });

  it('holds its name and one of few places', async () => {
    const held: ClientRequest[] = [];
    const waiting = Array.from({ length: RELEASE_LIMITS.uploads }, (_, i) =>
      aRelease({ version: `1.0.${i}` }, 'a file'),
    );
    for (const [index, release] of waiting.entries()) {
      const { sent, answer } = upload(release);
      answer.catch(() => undefined);
      sent.write('a');
      held.push(sent);
      while (world.files().length <= index) await turn();
    }
    const [first = aRelease()] = waiting;
    expect((await publish(world.server, first)).body.error?.code).toBe('conflict');
    expect((await publish(world.server, aRelease())).body.error?.code).toBe('rate_limited');
    for (const sent of held) sent.destroy();
    while (world.files().length > 0) await turn();
    expect((await publish(world.server, aRelease())).status).toBe(201);
  });
});
