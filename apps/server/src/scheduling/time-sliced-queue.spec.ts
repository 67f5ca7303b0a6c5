import { TimeSlicedQueue } from './time-sliced-queue.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let begun: string[];
let queue: TimeSlicedQueue;
beforeEach(() => {
  begun = [];
  queue = new TimeSlicedQueue(10);
});

function run(name: string, size: number): Promise<string> {
  return queue.run(size, () => {
    begun.push(name);
    return Promise.resolve(name);
  });
}

describe('a time-sliced queue', () => {
  it('begins in the next turn of the event loop, as much as fits', async () => {
    const all = Promise.all([run('a', 4), run('b', 6), run('c', 1)]);
    expect(begun).toEqual([]);
    await turn();
    expect(begun).toEqual(['a', 'b']);
    await turn();
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(await all).toEqual(['a', 'b', 'c']);
  });

  it('gives what is larger than a slice a turn to itself', async () => {
    const all = Promise.all([run('huge', 1000), run('small', 1)]);
    await turn();
    expect(begun).toEqual(['huge']);
    await all;
  });

  it('lets others in between', async () => {
    const all = Promise.all(['a', 'b', 'c'].map((name) => run(name, 10)));
    setImmediate(() => begun.push('somebody else'));
    await all;
    expect(begun).toEqual(['a', 'somebody else', 'b', 'c']);
  });

  it('takes what comes while it is at work, and after it was done', async () => {
    await run('a', 1);
    await run('b', 1);
    expect(begun).toEqual(['a', 'b']);
  });

  it('hands a failure to who asked, and goes on', async () => {
    const failed = queue.run(1, () => Promise.reject(new Error('no')));
    const fine = run('next', 1);
    await expect(failed).rejects.toThrow('no');
    expect(await fine).toBe('next');
  });
});
