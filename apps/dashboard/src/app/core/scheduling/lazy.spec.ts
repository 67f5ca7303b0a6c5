import { lazy, makeOneAhead } from './lazy';

describe('what is made lazily', () => {
  it('is made when it is asked for, and once', () => {
    const make = jest.fn(() => undefined);
    const made = lazy(make);
    expect(make).not.toHaveBeenCalled();
    made();
    made();
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('is made ahead one at a time, unless somebody has asked for it', () => {
    while (makeOneAhead());
    const [one, two, three] = [jest.fn(() => 1), jest.fn(() => 2), jest.fn(() => 3)];
    const made = [lazy(one), lazy(two), lazy(three)];
    made[0]?.();
    expect(makeOneAhead()).toBe(true);
    expect([one, two, three].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    expect([makeOneAhead(), makeOneAhead()]).toEqual([true, false]);
    expect(made.map((get) => get())).toEqual([1, 2, 3]);
    expect([one, two, three].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  });
});
