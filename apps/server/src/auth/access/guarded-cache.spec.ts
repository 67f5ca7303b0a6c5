import { GuardedCache } from './guarded-cache.js';

describe('GuardedCache', () => {
  const loading = (value: string | null) => jest.fn(() => Promise.resolve(value));

  it('asks once for what it keeps', async () => {
    const cache = new GuardedCache<string>(2);
    const load = loading('A');
    expect(await cache.get('a', load)).toBe('A');
    expect(await cache.get('a', load)).toBe('A');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('keeps no misses', async () => {
    const cache = new GuardedCache<string>(2);
    expect(await cache.get('a', loading(null))).toBeNull();
    expect(await cache.get('a', loading('A'))).toBe('A');
  });

  it('forgets what was unused longest', async () => {
    const cache = new GuardedCache<string>(2);
    await cache.get('a', loading('A'));
    await cache.get('b', loading('B'));
    await cache.get('a', loading('never'));
    await cache.get('c', loading('C'));
    const again = loading('B2');
    expect(await cache.get('a', loading('never'))).toBe('A');
    expect(await cache.get('b', again)).toBe('B2');
  });

  it('never keeps what was read before a drop, even if the read ends after it', async () => {
    const cache = new GuardedCache<string>(2);
    let answer: (value: string) => void = () => undefined;
    const slow = cache.get('a', () => new Promise((resolve) => (answer = resolve)));
    cache.drop(() => true);
    answer('stale');
    await slow;
    expect(await cache.get('a', loading('fresh'))).toBe('fresh');
  });

  it('drops only what is concerned', async () => {
    const cache = new GuardedCache<string>(5);
    await cache.get('a', loading('A'));
    await cache.get('b', loading('B'));
    cache.drop((value) => value === 'A');
    expect(await cache.get('a', loading('A2'))).toBe('A2');
    expect(await cache.get('b', loading('never'))).toBe('B');
  });
});
