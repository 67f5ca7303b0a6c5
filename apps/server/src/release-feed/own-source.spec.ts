import { systemClock } from '@kenny/kernel';
import { mkdirSync } from 'node:fs';
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

  async function opened(folder = checkout.here, runsAs: 'autostart' | 'service' = 'autostart') {
    const source = new OwnSource(folder, { places: placesOf(process.env), runsAs }, systemClock);
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
