import { MINUTE_MS } from '@kenny/kernel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writer } from '../database/index.js';
import type { Channels } from './channels.js';
import type { Outcome } from './channels/message.js';
import { Heartbeats } from './heartbeats.js';

const NOON = Date.UTC(2026, 5, 4, 12);

describe('heartbeats', () => {
  let server: Server;
  let pings: string[];
  let noted: string[];
  const writer = { trouble: null as unknown };
  let heartbeats: Heartbeats;
  beforeEach(async () => {
    [pings, noted, writer.trouble] = [[], [], null];
    server = createServer((request, response) => {
      pings.push(`${request.method} ${request.url}`);
      response.writeHead(request.url === '/gone' ? 404 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const channel = (id: string, every_min: number) => ({
      channel: {
        ...{ id, secret: `http://127.0.0.1:${port}/${id}` },
        allowed_addresses: ['127.0.0.1'],
      },
      settings: { every_min },
    });
    const channels = {
      ofKind: (kind: string) =>
        kind === 'heartbeat' ? [channel('five', 5), channel('gone', 60)] : [],
      note: (id: string, { result }: Outcome) => noted.push(`${id}: ${result}`),
    };
    heartbeats = new Heartbeats(channels as unknown as Channels, writer as unknown as Writer);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** What was pinged then. */
  async function at(now: number): Promise<string[]> {
    pings = [];
    await heartbeats.run(now);
    return pings.sort();
  }

  it('go out at once, then as often as each is to', async () => {
    expect(await at(NOON)).toEqual(['GET /five', 'GET /gone']);
    expect(await at(NOON + 4 * MINUTE_MS)).toEqual([]);
    expect(await at(NOON + 5 * MINUTE_MS)).toEqual(['GET /five']);
    expect(await at(NOON + 60 * MINUTE_MS)).toEqual(['GET /five', 'GET /gone']);
  });

  it('go out when the calendar was set back', async () => {
    await heartbeats.run(NOON);
    expect(await at(NOON - 60 * MINUTE_MS)).toEqual(['GET /five', 'GET /gone']);
  });

  it('stay away while the server cannot write', async () => {
    writer.trouble = new Error('full');
    expect(await at(NOON)).toEqual([]);
    writer.trouble = null;
    expect(await at(NOON)).toEqual(['GET /five', 'GET /gone']);
  });

  it('tell how each went', async () => {
    await heartbeats.run(NOON);
    expect(noted.sort()).toEqual(['five: sent', 'gone: failed']);
  });
});
