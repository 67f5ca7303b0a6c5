import { signal, type WritableSignal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { apiResource, type ApiResource } from './api-resource';

describe('an answer that is shown while it is revalidated', () => {
  let about: WritableSignal<string>;
  let time: WritableSignal<number>;
  let answers: { resolve(answer: string): void; reject(fault: Error): void }[];
  let answer: ApiResource<string>;

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
      answer = apiResource({
        params: () => ({ about: about(), time: time() }),
        loader: () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
        subject: about,
      });
    });
    await settle();
    expect(answer.value()).toBeUndefined();
    answers.at(-1)?.resolve('first');
    await settle();
    expect(answer.value()).toBe('first');
  });

  afterEach(() => jest.useRealTimers());

  it('stays while the same thing is asked about anew, until there is a newer one', async () => {
    time.set(2);
    await settle();
    expect(answers).toHaveLength(2);
    expect([answer.value(), answer.busy()]).toEqual(['first', true]);
    answers.at(-1)?.resolve('second');
    await settle();
    expect([answer.value(), answer.busy()]).toEqual(['second', false]);
  });

  it('goes when another thing is asked about', async () => {
    about.set('pc2');
    expect(answer.value()).toBeUndefined();
    await settle();
    expect(answer.value()).toBeUndefined();
  });

  it('stays beside the fault of a mere reload', async () => {
    answer.reload();
    await settle();
    answers.at(-1)?.reject(new Error('no'));
    await settle();
    expect([answer.value(), answer.error()?.message]).toEqual(['first', 'no']);
  });

  it('goes with a fault, which can be tried again', async () => {
    time.set(2);
    await settle();
    answers.at(-1)?.reject(new Error('no'));
    await settle();
    expect([answer.value(), answer.error()?.message]).toEqual([undefined, 'no']);
    answer.retry();
    await settle();
    answers.at(-1)?.resolve('third');
    await settle();
    expect([answer.value(), answer.error()]).toEqual(['third', null]);
  });
});
