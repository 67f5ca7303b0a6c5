import { systemClock } from '@kenny/kernel';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ACheckout } from '../../test/a-checkout.js';
import { tempDirs } from '../../test/temp-dir.js';
import { placesOf } from '../config/places.js';
import { OwnSource } from './own-source.js';

const newDir = tempDirs();

describe('the checkout that kenny runs from', () => {
  let checkout: ACheckout;
  beforeEach(() => {
    checkout = ACheckout.make(newDir());
  });

  async function opened(
    folder = checkout.here,
    runsAs: 'autostart' | 'service' = 'autostart',
    demo = false,
  ) {
    const source = new OwnSource(
      folder,
      { demo, places: placesOf(process.env), runsAs },
      systemClock,
    );
    await source.open();
    return source;
  }

  it('says where it came from and of when it is', async () => {
    expect((await opened()).here).toEqual({
      address: checkout.origin,
      committed_at: '2026-11-30T08:00:00.000Z',
    });
  });

  it('keeps a password that is in the address to itself', async () => {
    checkout.inHere('remote', 'set-url', 'origin', 'https://anna:secret@kenny.example/k.git');
    expect((await opened()).here?.address).toBe('https://kenny.example/k.git');
  });

  it('is none where kenny is started in another way', async () => {
    expect((await opened(checkout.here, 'service')).here).toBeNull();
  });

  it('is none of a demo, which keeps nothing', async () => {
    expect((await opened(checkout.here, 'autostart', true)).here).toBeNull();
  });

  it('is none in a folder of another repository', async () => {
    const inside = join(checkout.here, 'kenny');
    mkdirSync(inside);
    expect((await opened(inside)).here).toBeNull();
  });

  it.each([
    ['on no branch', ['checkout', '--quiet', '--detach']],
    ['on a branch that follows none', ['checkout', '--quiet', '-b', 'mine']],
  ])('is none %s', async (_, args) => {
    checkout.inHere(...args);
    expect((await opened()).here).toBeNull();
  });

  it('learns of what is newer when it asks, and then knows it without', async () => {
    const source = await opened();
    expect(await source.newest()).toBeNull();
    for (const version of ['1.1.0', '1.2.0']) checkout.publish(version);
    expect(await source.known()).toBeNull();
    const newer = {
      version: '1.2.0 of 2026-11-30',
      url: null,
      notes: '2 changes since the one that runs here.',
    };
    expect(await source.newest()).toEqual(newer);
    expect(await (await opened()).known()).toEqual(newer);
  });

  it.each([['<b>'], [7], [null]])('does not repeat a version %j', async (version) => {
    const source = await opened();
    checkout.publish(version);
    expect((await source.newest())?.version).toBe('of 2026-11-30');
  });

  it('says in words that nobody could be asked', async () => {
    checkout.inHere('remote', 'set-url', 'origin', join(checkout.origin, 'away'));
    await expect((await opened()).newest()).rejects.toThrow(/^git could not ask .*away: /);
  });

  it('says so where nobody answers, and ends what it had started', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/k.git`;
    checkout.inHere('remote', 'set-url', 'origin', address);
    const source = await opened();
    const stop = new AbortController();
    silent.once('connection', () => stop.abort());
    await expect(source.newest(stop.signal)).rejects.toThrow(`${address} did not answer`);
    silent.close();
  });

  it('cannot be brought up to date over a file that git does not know here', async () => {
    const source = await opened();
    checkout.publish('2.0.0', 'new.txt');
    await source.newest();
    expect(await source.obstacle()).toBeNull();
    writeFileSync(join(checkout.here, 'new.txt'), 'mine');
    expect(await source.obstacle()).toContain('new.txt is new');
  });

  it('cannot be brought up to date over changes by hand', async () => {
    const source = await opened();
    checkout.publish('2.0.0');
    await source.newest();
    expect(await source.obstacle()).toBeNull();
    checkout.change();
    expect(await source.obstacle()).toBe(
      'package.json in kenny’s folder was changed by hand. Undo that first.',
    );
    checkout.inHere('commit', '--quiet', '--all', '--message', 'mine');
    expect(await (await opened()).obstacle()).toContain('changes of its own');
  });
});
