import { resource, signal, type Signal, type WritableSignal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { heldAnswer } from './stale-while-revalidate';

describe('an answer that is held', () => {
  let about: WritableSignal<string>;
  let time: WritableSignal<number>;
  let answers: { resolve(answer: string): void; reject(fault: Error): void }[];
  let held: Signal<string | undefined>;

  const settle = async () => {
    TestBed.tick();
    await jest.advanceTimersByTimeAsync(0);
    TestBed.tick();
  };

  beforeEach(async () => {
    jest.useFakeTimers();
    about = signal('pc1');
    time = signal(1);
    answers = [];
    TestBed.runInInjectionContext(() => {
      const asked = resource({
        params: () => ({ about: about(), time: time() }),
        loader: () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
      });
      held = heldAnswer(asked, about);
    });
    await settle();
    expect(held()).toBeUndefined();
    answers.at(-1)?.resolve('first');
    await settle();
    expect(held()).toBe('first');
  });

  afterEach(() => jest.useRealTimers());

  it('stays while the same thing is asked about anew, until there is a newer one', async () => {
    time.set(2);
    await settle();
    expect(answers).toHaveLength(2);
    expect(held()).toBe('first');
    answers.at(-1)?.resolve('second');
    await settle();
    expect(held()).toBe('second');
  });

  it('goes when another thing is asked about', async () => {
    about.set('pc2');
    expect(held()).toBeUndefined();
    await settle();
    expect(held()).toBeUndefined();
  });

  it('goes with a fault', async () => {
    time.set(2);
    await settle();
    answers.at(-1)?.reject(new Error('no'));
    await settle();
    expect(held()).toBeUndefined();
  });
});
