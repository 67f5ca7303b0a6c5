import { late } from './late';

describe('what is made late', () => {
  it('is made when it is asked for, and once', () => {
    const make = jest.fn(() => undefined);
    const made = late(make);
    expect(make).not.toHaveBeenCalled();
    made();
    made();
    expect(make).toHaveBeenCalledTimes(1);
  });
});
