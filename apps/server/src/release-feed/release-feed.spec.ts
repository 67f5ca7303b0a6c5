import { KENNY_VERSION, SERVER_FILES } from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { asking } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';
import { placesOf } from '../config/places.js';
import type { ReleaseFeedAddress } from '../settings/index.js';
import { ifNewer, parseFeed } from './feed-document.js';
import { lookTrouble } from './look-trouble.js';
import { OwnSource } from './own-source.js';
import { ReleaseFeed } from './release-feed.js';

const feed = (value: unknown): string => JSON.stringify(value);
const newDir = tempDirs();
const ADMIN = asking('anna', { scope: 'admin' });

describe('the document of a feed', () => {
  it('names a version, with an address and a note', () => {
    const named = { version: '9.1.0', url: 'https://kenny.example/9.1.0', notes: 'Fixes.' };
    expect(parseFeed(feed(named))).toEqual(named);
    expect(ifNewer(parseFeed(feed(named)))).toEqual(named);
  });

  it.each(['', '[]', 'null', '{', '{}', feed({ version: 9 }), feed({ version: 'v9' })])(
    'names none as %j',
    (text) => {
      expect(() => parseFeed(text)).toThrow(/^it/);
    },
  );

  it.each([
    ...['http://kenny.example/', 'javascript:alert(1)', 'https://anna:secret@kenny.example/'],
    ...['//kenny.example', 'https://', `https://kenny.example/${'a'.repeat(500)}`, 7],
  ])('has no address in %j', (url) => {
    expect(parseFeed(feed({ version: '9.0.0', url }))).toEqual({
      ...{ version: '9.0.0', url: null, notes: null },
    });
  });

  it('has a note of one short line, with what is hidden made visible', () => {
    const { notes } = parseFeed(feed({ version: '9.0.0', notes: `a\n\u202eb${'c'.repeat(999)}` }));
    expect(notes).toHaveLength(300);
    expect(notes).toMatch(/^a ⟨U\+202E⟩b/);
  });

  it.each([KENNY_VERSION, '0.0.9', `${KENNY_VERSION}-rc.1`])('%s is not newer', (version) => {
    expect(ifNewer({ version, url: null, notes: null })).toBeNull();
  });
});

describe('the feed of releases', () => {
  let server: Server;
  let asked = 0;
  let answer = { status: 200, text: '' };
  let dataDir: string;
  let clock: FakeClock;
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  beforeEach(async () => {
    asked = 0;
    dataDir = newDir();
    clock = new FakeClock();
    server = createServer((_, response) => {
      asked += 1;
      response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    warned.mockClear();
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  afterAll(() => warned.mockRestore());

  /** As somebody set it: in the environment, or in the dashboard. */
  async function started(
    current: string | null = ownAddress(),
    fixed = true,
  ): Promise<ReleaseFeed> {
    const scheduler = { register: jest.fn() };
    const address = {
      ...{ current, fixed },
      set(_: unknown, text: string) {
        this.current = text === '' ? null : text;
        return Promise.resolve();
      },
    };
    const config = { dataDir, publicUrl: 'https://kenny.example', runsAs: null };
    const made = new ReleaseFeed(
      config,
      address as unknown as ReleaseFeedAddress,
      clock,
      scheduler,
      new OwnSource('/', { demo: false, places: placesOf({}), runsAs: null }, clock),
    );
    await made.onModuleInit();
    expect(scheduler.register).toHaveBeenCalledTimes(1);
    return made;
  }
  const ownAddress = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
  const says = (version: string) => {
    answer = { status: 200, text: feed({ version }) };
  };

  it('is asked once a day, also by a server that starts again', async () => {
    says('9.0.0');
    const first = await started();
    expect(first.newer()).toBeNull();
    await first.look();
    await first.look();
    expect(first.newer()?.version).toBe('9.0.0');
    expect(first.troubleNow()).toBeNull();
    expect(first.askedLast()).toBe(new Date(clock.now()).toISOString());
    const again = await started();
    await again.look();
    expect([again.newer()?.version, asked]).toEqual(['9.0.0', 1]);
    clock.advance(DAY_MS);
    says('9.0.1');
    await again.look();
    expect([again.newer()?.version, asked]).toEqual(['9.0.1', 2]);
  });

  it.each([
    ['an error', 500, ''],
    ['another place', 302, ''],
    ['too much', 200, ' '.repeat(20_000) + feed({ version: '9.9.9' })],
    ['something else', 200, '<html>'],
  ])('that answers with %s says nothing new, and says why once', async (_, status, text) => {
    says('9.0.0');
    const made = await started();
    await made.look();
    answer = { status, text };
    for (let day = 0; day < 2; day += 1) {
      clock.advance(DAY_MS);
      await made.look();
    }
    expect([made.newer()?.version, asked]).toEqual(['9.0.0', 3]);
    expect(warned).toHaveBeenCalledTimes(1);
    expect(made.troubleNow()).toEqual(expect.any(String));
  });

  it('is nobody where none is set, and what one said before is forgotten', async () => {
    says('9.0.0');
    await (await started()).look();
    expect(existsSync(join(dataDir, SERVER_FILES.releaseFeed))).toBe(true);
    const none = await started(null);
    await none.look();
    expect([none.newer(), none.askedLast(), asked]).toEqual([null, null, 1]);
    expect(existsSync(join(dataDir, SERVER_FILES.releaseFeed))).toBe(false);
  });

  it('is asked when somebody wants to know, once a minute at most', async () => {
    says('9.0.0');
    const made = await started();
    await made.look();
    clock.advance(59_000);
    await expect(made.check()).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'kenny looked just now. Look again in 1 s.',
      details: { retry_after: 1 },
    });
    clock.advance(1_000);
    says('9.0.1');
    await made.check();
    expect(made.view()).toMatchObject({
      newer: { version: '9.0.1' },
      looked_at: new Date(clock.now()).toISOString(),
      trouble: null,
    });
    expect(asked).toBe(2);
  });

  it('is asked by one at a time', async () => {
    says('9.0.0');
    const made = await started();
    const first = made.check();
    clock.advance(2 * DAY_MS);
    await expect(made.check()).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(made.change(ADMIN, '')).rejects.toMatchObject({ code: 'rate_limited' });
    await made.look();
    await first;
    expect(asked).toBe(1);
  });

  it('cannot be asked while there is none', async () => {
    await expect((await started(null)).check()).rejects.toMatchObject({
      code: 'conflict',
      message: 'kenny does not look for newer versions. Turn it on first.',
    });
  });

  it('is asked at once where an admin says so, and forgotten once it is off', async () => {
    const made = await started(null, false);
    // Nobody answers there, and the address is none of the internet.
    await made.change(ADMIN, 'https://192.0.2.1/kenny.json');
    const on = made.view();
    expect(on).toMatchObject({ feed: 'https://192.0.2.1/kenny.json', newer: null });
    expect(on.trouble).toMatch(/^192\.0\.2\.1 leads to .* not on the public internet\. *$/);
    expect(on.looked_at).not.toBeNull();
    await made.change(ADMIN, '');
    expect(made.view()).toMatchObject({ feed: null, trouble: null, looked_at: null });
    expect(existsSync(join(dataDir, SERVER_FILES.releaseFeed))).toBe(false);
  });

  it('is another one once a minute at most, and none at any time', async () => {
    const [one, other] = ['https://192.0.2.1/kenny.json', 'https://192.0.2.2/kenny.json'];
    const made = await started(null, false);
    await made.change(ADMIN, one);
    clock.advance(59_000);
    await expect(made.change(ADMIN, other)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(made.view().feed).toBe(one);
    await made.change(ADMIN, '');
    await expect(made.change(ADMIN, one)).rejects.toMatchObject({
      message: 'kenny looked just now. Look again in 1 s.',
    });
    clock.advance(1_000);
    const now = new Date(clock.now()).toISOString();
    await made.change(ADMIN, other);
    expect(made.view()).toMatchObject({ feed: other, looked_at: now });
  });

  it('is asked also when the same one is set again, since the answer says so', async () => {
    const made = await started(null, false);
    await made.change(ADMIN, 'https://192.0.2.1/kenny.json');
    clock.advance(60_000);
    await made.change(ADMIN, 'https://192.0.2.1/kenny.json');
    expect(made.view().looked_at).toBe(new Date(clock.now()).toISOString());
  });

  it('leads into the own network from the environment only', async () => {
    says('9.0.0');
    const made = await started(ownAddress(), false);
    await made.look();
    expect([made.newer(), asked]).toEqual([null, 0]);
    expect(made.troubleNow()).toContain('not on the public internet');
  });

  it.each([
    ['ENOTFOUND', 'There is no server kenny.example, or this computer is not on the internet.'],
    ['ECONNREFUSED', 'kenny.example did not answer.'],
    ['CERT_HAS_EXPIRED', 'kenny.example does not show a certificate that counts.'],
    ['EWHAT', 'kenny.example could not be read: no.'],
  ])('that fails with %s is told in plain words', (code, words) => {
    const error = Object.assign(new Error('no.'), { code });
    expect(lookTrouble(error, 'kenny.example')).toBe(words);
  });

  it('that has nothing there, or something else, says so', async () => {
    const made = await started();
    answer = { status: 404, text: '' };
    await made.check();
    expect(made.troubleNow()).toMatch(/has nothing at this address: it answered 404\.$/);
    answer = { status: 200, text: '<html>' };
    clock.advance(60_000);
    await made.check();
    expect(made.troubleNow()).toMatch(/names no version of kenny: it is not valid JSON\.$/);
  });

  it('is not asked in the own network by a name', async () => {
    const made = await started(ownAddress().replace('127.0.0.1', 'localhost'));
    await made.look();
    expect([made.newer(), asked]).toEqual([null, 0]);
    expect(String(warned.mock.calls[0]?.[0])).toContain('not on the public internet');
  });
});
