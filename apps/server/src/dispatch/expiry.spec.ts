import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@kenny/kernel';
import { FakeClock, strictFake } from '@kenny/testing';
import type { ApproversTold } from '../kernel/index.js';
import { Expiry } from './expiry.js';

const PC = { agent_uid: 'uid-mum', agent_id: 'mum' };
const DAY_MS = 24 * HOUR_MS;

/** @param held - how long quiet hours keep the request from all who may decide it */
function ttl(held: number | null, chosen_s?: number, approvalTtlSecs = 3_600): Promise<number> {
  const clock = new FakeClock();
  const heldUntil = () => Promise.resolve(held === null ? null : clock.now() + held);
  const told = strictFake<ApproversTold>('ApproversTold', { heldUntil });
  return new Expiry(told, clock, { approvalTtlSecs }).ttlMs(PC, chosen_s);
}

it('is the usual time when somebody can be told, or nobody ever is', async () => {
  expect(await ttl(null)).toBe(HOUR_MS);
});

it('is the usual time from the end of the quiet hours of all who could be told', async () => {
  expect(await ttl(8 * HOUR_MS)).toBe(9 * HOUR_MS);
});

it('is a day at most, unless more is usual', async () => {
  expect(await ttl(23 * HOUR_MS + 30 * MINUTE_MS)).toBe(DAY_MS);
  expect(await ttl(8 * HOUR_MS, undefined, (2 * DAY_MS) / SECOND_MS)).toBe(2 * DAY_MS);
});

it('is what whoever asks has chosen, quiet hours or not', async () => {
  expect(await ttl(8 * HOUR_MS, 600)).toBe(600 * SECOND_MS);
});
