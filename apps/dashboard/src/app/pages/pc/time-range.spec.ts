import { aPc } from '../../../../test/a-pc';
import { rangeOf, since } from './time-range';

describe('how far back the charts of a PC look', () => {
  const received_at = '2031-05-01T10:00:00.000Z';
  beforeEach(() => jest.useFakeTimers({ now: new Date('2031-05-04T12:00:30Z') }));
  afterEach(() => jest.useRealTimers());

  it('is from the last report of one that is connected', () => {
    expect(since(rangeOf('7d'), aPc({ online: true, received_at }))).toBe(
      '2031-04-24T10:00:00.000Z',
    );
  });

  it('is from now where it is away, so that a week is a week', () => {
    expect(since(rangeOf('7d'), aPc({ online: false, received_at }))).toBe(
      '2031-04-27T12:00:00.000Z',
    );
    expect(since(rangeOf(undefined), undefined)).toBe('2031-04-27T12:00:00.000Z');
  });

  it('is a week where nobody says otherwise, and longer for changes, of which there are few', () => {
    expect(rangeOf(undefined, 'charts').id).toBe('7d');
    expect(rangeOf('no such range', 'changes').id).toBe('30d');
    expect(rangeOf('1d', 'changes').id).toBe('1d');
  });
});
