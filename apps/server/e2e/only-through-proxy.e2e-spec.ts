import { AGENT_SOCKET_PATH, API_PATHS } from '@kenny/contract';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const PROXY = { KENNY_TRUST_PROXY: '10.1.0.0/16', KENNY_PUBLIC_URL: 'https://kenny.example' };
const OTHER_MACHINE = '192.0.2.9';
let server: AServer;
let door: Server;

/** The server, and a door to it by which everybody comes from another address. */
async function start(env: Record<string, string>, address: string): Promise<void> {
  server = await AServer.start({ dataDir: newDir(), env });
  door = createServer((socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    server.app.getHttpServer().emit('connection', socket);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
}

async function stop(): Promise<void> {
  door.close();
  await server.stop();
}

/** The first line of the answer, and what stands below its headers. */
async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const socket = connect((door.address() as AddressInfo).port, '127.0.0.1');
  const lines = Object.entries({ Host: 'kenny.example', Connection: 'close', ...headers });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map((line) => line.join(': '))];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  await once(socket, 'close');
  const [, status = '', words = ''] = /^HTTP\/1\.1 (\d+)[^]*?\r\n\r\n([^]*)$/.exec(text) ?? [];
  return { status: Number(status), words };
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

describe('a server behind a proxy that speaks TLS, to another machine', () => {
  beforeAll(() => start(PROXY, OTHER_MACHINE));
  afterAll(stop);

  it.each([
    ['GET', API_PATHS.me],
    ['GET', '/'],
    ['GET', '/fleet'],
    ['POST', '/api/tools/fs_list'],
    ['POST', '/mcp'],
    ['POST', API_PATHS.login],
  ])('does not answer in plain text: %s %s', async (method, path) => {
    const bearer = { authorization: `Bearer ${server.admin}`, 'x-forwarded-for': '10.1.2.3' };
    const { status, words } = await ask(method, path, bearer);
    expect(status).toBe(421);
    expect(words).toMatch(/Use https:\/\/kenny\.example\b.*KENNY_TRUST_PROXY/);
  });

  it.each(['/ws', AGENT_SOCKET_PATH])('opens no socket either: %s', async (path) => {
    expect((await ask('GET', path, UPGRADE)).status).toBe(421);
  });

  it('tells whether it is alive', async () => {
    expect((await ask('GET', API_PATHS.healthz)).status).toBe(200);
  });
});

describe('a server behind a proxy that speaks TLS', () => {
  afterEach(stop);

  it.each(['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', '::1'])(
    'answers its proxy, and this machine: %s',
    async (address) => {
      await start(PROXY, address);
      const bearer = { authorization: `Bearer ${server.admin}` };
      expect((await ask('GET', API_PATHS.me, bearer)).status).toBe(200);
      expect((await ask('GET', '/ws', UPGRADE)).status).toBe(401);
    },
  );

  it('answers everybody where plain text was asked for', async () => {
    await start({ ...PROXY, KENNY_INSECURE_HTTP: '1' }, OTHER_MACHINE);
    expect((await ask('GET', API_PATHS.me)).status).toBe(401);
  });
});
