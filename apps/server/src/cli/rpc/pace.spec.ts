import { RPC_LIMITS } from '@kenny/contract';
import { FakeClock } from '@kenny/testing';
import { Pace } from './pace.js';

let clock: FakeClock;
let left: number[];
let failed: number[];
let pace: Pace;
beforeEach(() => {
  clock = new FakeClock();
  [left, failed] = [[], []];
  pace = new Pace(clock, (message, sent) => {
    left.push(message.readUInt16BE());
    sent();
  });
});

function sendAll(count: number): void {
  for (let at = 0; at < count; at += 1) {
    const message = Buffer.alloc(2);
    message.writeUInt16BE(at);
    pace.send(message, (error) => {
      if (error) failed.push(at);
    });
  }
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

it('lets a burst pass at once, and the rest in its order, as fast as the server takes it', async () => {
  sendAll(600);
  const burst = left.length;
  expect(burst).toBeGreaterThan(RPC_LIMITS.requestBurst / 2);
  expect(burst).toBeLessThan(RPC_LIMITS.requestBurst);
  await clock.advanceAsync(1_000);
  expect(left.length - burst).toBe(RPC_LIMITS.requestsPerSecond);
  await clock.advanceAsync(10_000);
  expect(left).toEqual(upTo(600));
});

it('tells that what waits cannot leave when the connection has ended', async () => {
  sendAll(300);
  const gone = left.length;
  pace.end();
  expect(failed).toEqual(upTo(300).slice(gone));
  await clock.advanceAsync(10_000);
  expect(left).toHaveLength(gone);
});
