import {
  API_PATHS,
  RELEASE_FILES,
  RELEASE_PATHS,
  type CreatedToken,
  type ErrorBody,
  type ReleaseList,
} from '@kenny/contract';
import { serverSignatures } from '@kenny/handshake/server';
import { FakeClock } from '@kenny/testing';
import { EventEmitter, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { RELEASE_LIMITS, ReleasesService } from '../src/distribution/index.js';
import { ReleasesRepository } from '../src/distribution/releases/releases.repository.js';
import {
  aRelease,
  publish,
  publishPath,
  RELEASE_SIGNER,
  type ARelease,
} from '../test/a-release.js';
import { AServer } from '../test/a-server.js';
import { RawHttp } from '../test/raw-http.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const KEY = RELEASE_SIGNER.publicKey.toString('base64');
let dataDir: string;
let clock: FakeClock;
let server: AServer;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await AServer.start({ dataDir, clock, env });
}

beforeEach(async () => {
  dataDir = newDir();
  clock = new FakeClock();
  await start();
});
afterEach(() => server.stop());

const list = async () => (await server.http<ReleaseList>('GET', API_PATHS.releases)).body.items;
const files = () => readdirSync(join(dataDir, 'releases')).sort();
const get = (path: string, init?: RequestInit) => fetch(server.url + path, init);

/** An upload whose end is up to the test. */
function upload({ manifest }: Pick<ARelease, 'manifest'>, headers: Record<string, string> = {}) {
  const sent = request(server.url + publishPath(manifest), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.admin}`,
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

/** Resolves when the server holds a half of an upload. */
async function halfArrived(): Promise<void> {
  while (!files().some((name) => name.startsWith('.incoming'))) await turn();
}

describe('a release', () => {
  it('is taken in, listed with who published it, and handed out to everybody as it is', async () => {
    const release = aRelease();
    const published = await publish(server, release);
    expect(published).toMatchObject({
      status: 201,
      body: {
        ...{ name: release.name, version: '0.2.0', os: 'windows', arch: 'x86_64', size: 8 },
        ...{ sha256: release.manifest.sha256, verified: false },
        published_by: { kind: 'operator', id: 'admin' },
      },
    });
    expect(await list()).toEqual([published.body]);
    const file = await get(RELEASE_PATHS.file(release.name));
    expect(Buffer.from(await file.arrayBuffer())).toEqual(release.file);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('etag')).toBe(`"${release.manifest.sha256}"`);
    expect(file.headers.get('cache-control')).toContain('immutable');
    const manifest = await get(RELEASE_PATHS.manifest(release.name));
    expect(await manifest.json()).toEqual(release.manifest);
    const head = await get(RELEASE_PATHS.file(release.name), { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['8', '']);
    const [row] = await server.audit('kind=release');
    expect(row).toMatchObject({
      ...{ actor: { id: 'admin' }, target: release.name, ok: true },
      args: { action: 'publish', version: '0.2.0', sha256: release.manifest.sha256 },
    });
  });

  it('is there after a restart, and nothing else is', async () => {
    const release = aRelease();
    await publish(server, release);
    const cut = upload(aRelease({ version: '0.3.0' }, 'a longer one'));
    cut.sent.write('half');
    await halfArrived();
    cut.answer.catch(() => undefined);
    cut.sent.destroy();
    await server.stop();
    await start();
    expect(files()).toEqual([release.name]);
    expect((await list()).map(({ name }) => name)).toEqual([release.name]);
  });

  it('keeps its name for ever: the same bytes may come back, others may not', async () => {
    const release = aRelease();
    await publish(server, release);
    expect(await publish(server, release)).toMatchObject({ status: 409 });
    const other = aRelease({}, 'something else');
    expect(other.name).toBe(release.name);
    expect((await publish(server, other)).body.error?.message).toContain('raise the version');
    expect(await server.http('DELETE', API_PATHS.release(release.name))).toMatchObject({
      status: 204,
    });
    expect((await get(RELEASE_PATHS.file(release.name))).status).toBe(404);
    expect((await get(RELEASE_PATHS.manifest(release.name))).status).toBe(404);
    expect(files()).toEqual([]);
    expect(await publish(server, other)).toMatchObject({ status: 409 });
    expect(await publish(server, release)).toMatchObject({ status: 201 });
    expect(await list()).toHaveLength(1);
  });

  it('has one content, also when two are published under its name at once', async () => {
    const [one, other] = [aRelease(), aRelease({}, 'something else')];
    const rows = server.get(ReleasesRepository);
    const lookUp = rows.byName.bind(rows);
    const steps = new EventEmitter();
    jest.spyOn(rows, 'byName').mockImplementationOnce(async (name) => {
      const found = await lookUp(name);
      const goOn = once(steps, 'go on');
      steps.emit('looked up');
      await goOn;
      return found;
    });
    const lookedUp = once(steps, 'looked up');
    const first = publish(server, one);
    await lookedUp;
    const second = await publish(server, other);
    steps.emit('go on');
    expect([(await first).status, second.status].toSorted()).toEqual([201, 409]);
  });

  it('is refused when somebody else signed it, where the server knows the key', async () => {
    await server.stop();
    await start({ KENNY_RELEASE_PUBKEY: KEY });
    const foreign = serverSignatures().createSigner(Buffer.alloc(32, 8));
    const forged = await publish(server, aRelease({}, 'evil', foreign));
    expect(forged).toMatchObject({ status: 400, body: { error: { code: 'validation' } } });
    const { manifest, file } = aRelease();
    const raised = await publish(server, { manifest: { ...manifest, version: '9.9.9' }, file });
    expect(raised.status).toBe(400);
    expect(files()).toEqual([]);
    expect(await publish(server, { manifest, file })).toMatchObject({
      status: 201,
      body: { verified: true },
    });
  });

  it('is for admins of all PCs to publish and to withdraw', async () => {
    for (const more of [{ scope: 'operator' }, { scope: 'admin', agents: ['pc1'] }]) {
      const body = { operator: { id: 'bea' }, name: 'bea', ...more };
      const { token } = (await server.http<CreatedToken>('POST', API_PATHS.tokens, body)).body;
      const answer = await publish({ url: server.url, admin: token }, aRelease());
      expect([more.scope, answer.status]).toEqual([more.scope, 403]);
      const gone = await server.http('DELETE', API_PATHS.release('x'), undefined, token);
      expect(gone.status).toBe(403);
    }
    expect(files()).toEqual([]);
  });
});

describe('an upload', () => {
  const { manifest, file } = aRelease({}, 'exactly these bytes');

  afterEach(async () => {
    expect(await list()).toEqual([]);
    expect(files()).toEqual([]);
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

  it('that is cut off leaves nothing behind', async () => {
    const { sent, answer } = upload({ manifest }, { 'content-length': String(file.length) });
    answer.catch(() => undefined);
    sent.write(file.subarray(0, 5));
    await halfArrived();
    sent.destroy();
    while (files().length > 0) await turn();
  });

  it('may only be the file itself, with a manifest of the right shape', async () => {
    const wrong: [string, Record<string, string>][] = [
      ['', { 'content-type': 'application/json' }],
      ['', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['', { 'content-encoding': 'gzip' }],
    ];
    for (const [, headers] of wrong) {
      expect((await publish(server, { manifest, file }, headers)).status).toBe(400);
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
      const response = await fetch(server.url + publishPath(one), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.admin}`,
          'content-type': 'application/octet-stream',
        },
        body: new Uint8Array(file),
      });
      expect([one, response.status]).toEqual([one, 400]);
    }
  });
});

describe('a slow upload', () => {
  it('is not cut off by the time that other requests have', async () => {
    const release = aRelease({}, 'a file from far away');
    const sockets: Socket[] = [];
    const http = server.app.getHttpServer();
    http.on('connection', (socket: Socket) => sockets.push(socket));
    const { sent, answer } = upload(release);
    sent.write(release.file.subarray(0, 3));
    await halfArrived();
    // As node does when a request has not arrived within its time.
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    http.emit('clientError', late, sockets.at(-1));
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
      while (files().length <= index) await turn();
    }
    const [first = aRelease()] = waiting;
    expect((await publish(server, first)).body.error?.code).toBe('conflict');
    expect((await publish(server, aRelease())).body.error?.code).toBe('rate_limited');
    for (const sent of held) sent.destroy();
    while (files().length > 0) await turn();
    expect((await publish(server, aRelease())).status).toBe(201);
  });
});

describe('what is fetched', () => {
  it('is a published release and nothing else, however the name is written', async () => {
    await publish(server, aRelease());
    const http = new RawHttp(server.url);
    const names = ['kenny.sqlite', 'server.key', '..%2fserver.key', '..', '%2e%2e%2fserver.key'];
    for (const name of [...names, '.incoming-x', 'x'.repeat(200), 'a%00b', '']) {
      const { status } = await http.send({ method: 'GET', path: `/releases/${name}` });
      expect([name, status >= 400 && status < 500]).toEqual([name, true]);
    }
    http.close();
    expect((await get(`/releases/${RELEASE_FILES.manifestSuffix}`)).status).toBe(400);
  });

  it('has a limit of how many fetch at once, and gives the place back', async () => {
    const { name } = aRelease();
    await publish(server, aRelease());
    const releases = server.get(ReleasesService);
    const open = await Promise.all(
      Array.from({ length: RELEASE_LIMITS.downloadsPerAddress }, () =>
        releases.download(name, '127.0.0.1'),
      ),
    );
    expect((await get(RELEASE_PATHS.file(name))).status).toBe(429);
    const elsewhere = await releases.download(name, '192.0.2.1');
    await Promise.all([...open, elsewhere].map((download) => download.end()));
    expect((await get(RELEASE_PATHS.file(name))).status).toBe(200);
  });
});

describe('old releases', () => {
  const version = (i: number) => `1.0.${i}`;
  async function publishSome(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      await publish(server, aRelease({ version: version(i) }));
      clock.advance(1_000);
    }
  }
  const versions = async () => (await list()).map((one) => one.version);

  it('make room for new ones of the same system and processor', async () => {
    await publish(server, aRelease({ os: 'linux' }));
    await publishSome(RELEASE_LIMITS.kept + 2);
    const kept = Array.from({ length: RELEASE_LIMITS.kept }, (_, i) => version(i + 2)).reverse();
    expect(await versions()).toEqual(['0.2.0', ...kept]);
    const rows = await server.audit('kind=release');
    expect(rows.map(({ args }) => args?.['action'])).toContain('expire');
  });

  it('stay while a PC fetches them or was just told to, and when nothing is above them', async () => {
    await publish(server, aRelease({ version: '9.0.0' }));
    clock.advance(1_000);
    await publishSome(RELEASE_LIMITS.kept);
    const releases = server.get(ReleasesService);
    const fetched = await releases.download(aRelease({ version: version(0) }).name, '192.0.2.1');
    await releases.choose({ os: 'windows', arch: 'x86_64' }, version(1));
    await publish(server, aRelease({ version: '2.0.0' }));
    clock.advance(1_000);
    await publish(server, aRelease({ version: '2.0.1' }));
    expect(await versions()).toEqual(expect.arrayContaining(['9.0.0', version(0), version(1)]));
    await fetched.end();
    clock.advance(RELEASE_LIMITS.promisedMs);
    await publish(server, aRelease({ version: '2.0.2' }));
    expect(await versions()).not.toContain(version(0));
    expect(await versions()).not.toContain(version(1));
    expect(await versions()).toContain('9.0.0');
  });
});
