import { RpcError } from '@kenny/jsonrpc';
import { RpcFixture, RpcRun } from '../../../test/rpc-world.js';

let server: RpcFixture;
let run: RpcRun;
beforeEach(async () => {
  server = await new RpcFixture().listen();
});
afterEach(async () => {
  await run.end();
  await server.close();
});

/** Refuses so the first time, and answers from then on. */
function refusesOnce(data: object): void {
  let times = 0;
  server.on('models/list', () => {
    times += 1;
    if (times === 1) throw new RpcError(-32603, 'Too many requests; wait a second', data);
    return { models: [] };
  });
}
const asked = () => server.asked.filter(({ method }) => method === 'models/list').length;

const UNREAD = { code: 'backend_unavailable', kenny: 'rate_limited', retryAfter: 1, unread: true };

it('says again what the server did not look at, once the time that it named has passed', async () => {
  refusesOnce(UNREAD);
  run = new RpcRun(server.port);
  const answer = run.ask('models/list');
  expect(await run.settled(answer)).toEqual({ models: [] });
  expect(asked()).toBe(2);
  expect(run.clock.monotonic()).toBeGreaterThanOrEqual(1_000);
});

it('hands on a refusal of what the server has looked at', async () => {
  const { unread: _, ...data } = UNREAD;
  refusesOnce(data);
  run = new RpcRun(server.port);
  await expect(run.ask('models/list')).rejects.toMatchObject({ data });
  expect(asked()).toBe(1);
});

it('lets no request wait behind another for a server that is not there', async () => {
  run = new RpcRun(() => 'http://127.0.0.1:9');
  const many = Array.from({ length: 100 }, () => run.ask('sessions/list'));
  const refused = await run.settled(Promise.allSettled(many));
  expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
  expect(run.clock.monotonic()).toBeLessThanOrEqual(2_000);
});
