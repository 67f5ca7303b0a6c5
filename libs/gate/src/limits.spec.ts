import { MAX_PENDING_PER_PC, MAX_PENDING_PER_REQUESTER, refuseFlood } from './index.js';

describe('the number of pending approvals', () => {
  it('has room below both limits', () => {
    expect(
      refuseFlood({ byRequester: MAX_PENDING_PER_REQUESTER - 1, byPc: MAX_PENDING_PER_PC - 1 }),
    ).toBeUndefined();
  });

  it.each([
    ['one requester has 5', { byRequester: 5, byPc: 5 }],
    ['one PC has 20', { byRequester: 0, byPc: 20 }],
  ])('is full when %s', (_, counts) => {
    expect(refuseFlood(counts)).toMatchObject({ ok: false, code: 'rate_limited' });
  });
});
