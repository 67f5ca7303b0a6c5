import { AGENT_SOCKET_PATH, WS_PATH, type ReadinessView } from '@kenny/contract';
import { once } from 'node:events';
import { connect } from 'node:net';
import { KennyLogger, type LogRecord } from '../src/logging/index.js';
import { AServer } from '../test/a-server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let server: AServer;
let errors: LogRecord[];

beforeEach(async () => {
  server = await AServer.start({ dataDir: newDir() });
  errors = [];
  server.get(KennyLogger).onTrouble((record) => errors.push(record));
});
afterEach(() => server.stop());

/** A frame of an opcode that is none, as whoever writes to the socket by hand may send it. */
const NO_FRAME = Buffer.from([0x83, 0x80, 0, 0, 0, 0]);

/** Opens a WebSocket by hand, breaks its rules and waits for its end. */
async function breakOne(path: string): Promise<void> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      ...[`Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket'],
      ...['Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${'A'.repeat(22)}==`],
      ...[`Authorization: Bearer ${server.admin}`, '', ''],
    ].join('\r\n'),
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1.1 101 /);
  socket.on('data', () => undefined).on('error', () => undefined);
  socket.write(NO_FRAME);
  socket.end();
  await once(socket, 'close');
}

describe.each([AGENT_SOCKET_PATH, WS_PATH])('malformed messages on %s', (path) => {
  it('are counted, and are no error of the server', async () => {
    for (let i = 0; i < 5; i += 1) await breakOne(path);
    const { body } = await server.http<ReadinessView>('GET', '/readyz');
    expect(body.refusals).toEqual({ malformed: 5, lines_left_out: 4 });
    expect(errors).toEqual([]);
  });
});
