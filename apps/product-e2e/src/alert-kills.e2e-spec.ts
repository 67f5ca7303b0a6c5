import { ALERT_HEADERS, API_PATHS, type AlertChoices, type AlertList } from '@kenny/contract';
import { ALERT_FAULT_POINTS, type FaultPoint } from '@kenny/kernel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './harness/eventually.js';
import { Installation } from './harness/installation.js';
import { aWorld } from './harness/world.js';

/**
 * Between what happens and the message about it, the server ends by `kill -9` at every step: the
 * message comes all the same, and one that comes twice has the same id.
 */
const world = aWorld();
const arrived: { readonly id: string; readonly body: string }[] = [];
let phone: Server;

beforeAll(async () => {
  phone = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      arrived.push({ id: String(request.headers[ALERT_HEADERS.id]), body });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => phone.listen(0, '127.0.0.1', resolve));
});
afterAll(() => phone.close());

async function withChannel(installation: Installation): Promise<void> {
  const { port } = phone.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const channel = { kind: 'ntfy', name: 'Phone', url, allowed_addresses: ['127.0.0.1'] };
  const { api } = installation;
  const { body: added } = await api.post<{ id: string }>(API_PATHS.alertChannels, channel);
  const { body: usual } = await api.get<AlertChoices>(API_PATHS.alertChoices);
  const channels = [{ channel_id: added.id, address: 'kenny' }];
  await api.put(API_PATHS.alertChoices, { ...usual, quiet: false, channels });
}

it.each(ALERT_FAULT_POINTS)(
  'a message comes although the server was killed at %s',
  world.telling(async (point: FaultPoint) => {
    arrived.length = 0;
    const installation = await Installation.up(world, point.replace('server.', ''));
    await withChannel(installation);
    installation.arm(point);
    const call = { agent_id: installation.agentId, args: { command: 'rm -rf /' } };
    // The answer may be there before the server dies, or not.
    await installation.api.post(API_PATHS.tool('shell_exec'), call).catch(() => undefined);
    expect(await installation.server?.ended()).toEqual({ code: null, signal: 'SIGKILL' });
    await installation.startServer();
    const told = await eventually('it is delivered', async () => {
      const { body } = await installation.api.get<AlertList>(API_PATHS.alerts);
      const hits = body.items.filter(({ kind }) => kind === 'guard_hit');
      const sent = hits.flatMap(({ deliveries }) => deliveries).map(({ state }) => state);
      return sent.length > 0 && sent.every((state) => state === 'sent') ? hits : undefined;
    });
    expect(told.flatMap(({ deliveries }) => deliveries.map(({ id }) => id))).toEqual([
      ...new Set(arrived.map(({ id }) => id)),
    ]);
    expect(arrived).toHaveLength(point === 'server.alert_sent' ? 2 : 1);
    expect(new Set(arrived.map(({ body }) => body)).size).toBe(1);
    await installation.agent?.stop();
    await installation.server?.stop();
  }),
  120_000,
);
