import { API_PATHS, RELEASE_FILES, RELEASE_PATHS, TOOLS, type CreatedToken } from '@kenny/contract';
import { serverSignatures } from '@kenny/handshake/server';
import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { RELEASE_LIMITS, ReleasesService } from '../src/distribution/index.js';
import { ReleaseFolder } from '../src/distribution/releases/release-folder.js';
import { ReleasesRepository } from '../src/distribution/releases/releases.repository.js';
import { aRelease, publish, RELEASE_SIGNER } from '../test/a-release.js';
import { RawHttp } from '../test/raw-http.js';
import { releaseWorld } from '../test/release-world.js';

const world = releaseWorld();
const KEY = RELEASE_SIGNER.publicKey.toString('base64');

const get = (path: string, init?: RequestInit) => fetch(world.server.url + path, init);

describe('a release', () => {
  it('is taken in, listed with who published it, and handed out to everybody as it is', async () => {
    const release = aRelease();
    const published = await publish(world.server, release);
    expect(published).toMatchObject({
      status: 201,
      body: {
        ...{ name: release.name, version: '0.2.0', os: 'windows', arch: 'x86_64', size: 8 },
        ...{ sha256: release.manifest.sha256, verified: false },
        published_by: { kind: 'operator', id: 'admin' },
      },
    });
    expect(await world.list()).toEqual([published.body]);
    const file = await get(RELEASE_PATHS.file(release.name));
    expect(Buffer.from(await file.arrayBuffer())).toEqual(release.file);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('etag')).toBe(`"${release.manifest.sha256}"`);
    expect(file.headers.get('cache-control')).toContain('immutable');
    const manifest = await get(RELEASE_PATHS.manifest(release.name));
    expect(await manifest.json()).toEqual(release.manifest);
    const head = await get(RELEASE_PATHS.file(release.name), { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['8', '']);
    const [row] = await world.server.audit('kind=release');
    expect(row).toMatchObject({
      ...{ actor: { id: 'admin' }, target: release.name, ok: true },
      args: { action: 'publish', version: '0.2.0', sha256: release.manifest.sha256 },
    });
  });

  it('keeps its name for good: the same bytes may come back, others may not', async () => {
    const release = aRelease();
    await publish(world.server, release);
    expect(await publish(world.server, release)).toMatchObject({ status: 409 });
    const other = aRelease({}, 'something else');
    expect(other.name).toBe(release.name);
    expect((await publish(world.server, other)).body.error?.message).toContain('Raise the version');
    expect(await world.server.http('DELETE', API_PATHS.release(release.name))).toMatchObject({
      status: 204,
    });
    expect((await get(RELEASE_PATHS.file(release.name))).status).toBe(404);
    expect((await get(RELEASE_PATHS.manifest(release.name))).status).toBe(404);
    expect(world.files()).toEqual([]);
    expect(await publish(world.server, other)).toMatchObject({ status: 409 });
    expect(await publish(world.server, release)).toMatchObject({ status: 201 });
    expect(await world.list()).toHaveLength(1);
  });

  it('that comes back at once after it was withdrawn does not lose its file to that', async () => {
    const release = aRelease();
    await publish(world.server, release);
    const folder = world.server.get(ReleaseFolder);
    const remove = folder.remove.bind(folder);
    const steps = new EventEmitter();
    const slowDisk = once(steps, 'go on');
    jest.spyOn(folder, 'remove').mockImplementationOnce(async (name) => {
      await slowDisk;
      await remove(name);
    });
    const withdrawn = world.server.http('DELETE', API_PATHS.release(release.name));
    while ((await world.list()).length > 0) await turn();
    const published = publish(world.server, release);
    while (!world.files().some((name) => name.startsWith('.incoming'))) await turn();
    // Time enough for it to be placed, if nothing kept it from that.
    for (let i = 0; i < 100; i += 1) await turn();
    steps.emit('go on');
    expect([(await withdrawn).status, (await published).status]).toEqual([204, 201]);
    expect(world.files()).toEqual([release.name]);
    expect(await world.list()).toHaveLength(1);
  });

  it('has one content, also when two are published under its name at once', async () => {
    const [one, other] = [aRelease(), aRelease({}, 'something else')];
    const rows = world.server.get(ReleasesRepository);
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
    const first = publish(world.server, one);
    await lookedUp;
    const second = await publish(world.server, other);
    steps.emit('go on');
    expect([(await first).status, second.status].toSorted()).toEqual([201, 409]);
  });

  it('is refused when somebody else signed it, where the server knows the key', async () => {
    await world.server.stop();
    await world.start({ KENNY_RELEASE_PUBKEY: KEY });
    const foreign = serverSignatures().createSigner(Buffer.alloc(32, 8));
    const forged = await publish(world.server, aRelease({}, 'evil', foreign));
    expect(forged).toMatchObject({ status: 400, body: { error: { code: 'validation' } } });
    const { manifest, file } = aRelease();
    const raised = await publish(world.server, {
      manifest: { ...manifest, version: '9.9.9' },
      file,
    });
    expect(raised.status).toBe(400);
    expect(world.files()).toEqual([]);
    expect(await publish(world.server, { manifest, file })).toMatchObject({
      status: 201,
      body: { verified: true },
    });
  });

  it('is for admins of all PCs to publish and to withdraw', async () => {
    for (const more of [{ scope: 'operator' }, { scope: 'admin', agents: ['pc1'] }]) {
      const body = { operator: { id: 'bea' }, name: 'bea', ...more };
      const { token } = (await world.server.http<CreatedToken>('POST', API_PATHS.tokens, body))
        .body;
      const answer = await publish({ url: world.server.url, admin: token }, aRelease());
      expect([more.scope, answer.status]).toEqual([more.scope, 403]);
      const gone = await world.server.http('DELETE', API_PATHS.release('x'), undefined, token);
      expect(gone.status).toBe(403);
    }
    expect(world.files()).toEqual([]);
  });
});

/** For downloads that end in time. */
const unwanted = () => {
  throw new Error('the download was cut off');
};

describe('what is fetched', () => {
  it('has a time to be there, and then makes room for others, however slowly it is read', async () => {
    const { name } = aRelease();
    const large = aRelease({}, 'x'.repeat(16 * 1024 * 1024));
    await publish(world.server, large);
    const slow = await Promise.all(
      Array.from({ length: RELEASE_LIMITS.downloadsPerAddress }, () =>
        get(RELEASE_PATHS.file(name)),
      ),
    );
    expect((await get(RELEASE_PATHS.file(name))).status).toBe(429);
    world.clock.advance(RELEASE_LIMITS.downloadMs);
    for (const response of slow) await expect(response.arrayBuffer()).rejects.toThrow();
    const file = await get(RELEASE_PATHS.file(name));
    expect((await file.arrayBuffer()).byteLength).toBe(large.file.length);
  });

  it('has as long as any PC waits for an update', () => {
    const longest = Math.max(...TOOLS.map(({ deadline }) => deadline.default_s));
    expect(RELEASE_LIMITS.downloadMs).toBeGreaterThanOrEqual(longest * 1_000);
  });

  it('is a published release and nothing else, however the name is written', async () => {
    await publish(world.server, aRelease());
    const http = new RawHttp(world.server.url);
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
    await publish(world.server, aRelease());
    const releases = world.server.get(ReleasesService);
    const open = await Promise.all(
      Array.from({ length: RELEASE_LIMITS.downloadsPerAddress }, () =>
        releases.download(name, '127.0.0.1', unwanted),
      ),
    );
    expect((await get(RELEASE_PATHS.file(name))).status).toBe(429);
    const elsewhere = await releases.download(name, '192.0.2.1', unwanted);
    await Promise.all([...open, elsewhere].map((download) => download.end()));
    expect((await get(RELEASE_PATHS.file(name))).status).toBe(200);
  });
});

describe('old releases', () => {
  const version = (i: number) => `1.0.${i}`;
  async function publishSome(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      await publish(world.server, aRelease({ version: version(i) }));
      world.clock.advance(1_000);
    }
  }
  const versions = async () => (await world.list()).map((one) => one.version);

  it('make room for new ones of the same system and processor', async () => {
    await publish(world.server, aRelease({ os: 'linux' }));
    await publishSome(RELEASE_LIMITS.kept + 2);
    const kept = Array.from({ length: RELEASE_LIMITS.kept }, (_, i) => version(i + 2)).reverse();
    expect(await versions()).toEqual(['0.2.0', ...kept]);
    const rows = await world.server.audit('kind=release');
    expect(rows.map(({ args }) => args?.['action'])).toContain('expire');
  });

  it('stay while a PC fetches them or was just told to, and when nothing is above them', async () => {
    await publish(world.server, aRelease({ version: '9.0.0' }));
    world.clock.advance(1_000);
    await publishSome(RELEASE_LIMITS.kept);
    const releases = world.server.get(ReleasesService);
    const fetched = await releases.download(
      aRelease({ version: version(0) }).name,
      '192.0.2.1',
      unwanted,
    );
    await releases.choose({ os: 'windows', arch: 'x86_64' }, version(1));
    await publish(world.server, aRelease({ version: '2.0.0' }));
    world.clock.advance(1_000);
    world.clock.jump(2 * RELEASE_LIMITS.promisedMs);
    await publish(world.server, aRelease({ version: '2.0.1' }));
    expect(await versions()).toEqual(expect.arrayContaining(['9.0.0', version(0), version(1)]));
    await fetched.end();
    world.clock.advance(RELEASE_LIMITS.promisedMs);
    await publish(world.server, aRelease({ version: '2.0.2' }));
    expect(await versions()).not.toContain(version(0));
    expect(await versions()).not.toContain(version(1));
    expect(await versions()).toContain('9.0.0');
  });
});
