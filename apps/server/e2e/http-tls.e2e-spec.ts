import { CLOSE_CODES, AGENT_SOCKET_PATH } from '@kenny/contract';
import { writeFileSync } from 'node:fs';
import { get, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { WebSocket } from 'ws';
import { loadConfig } from '../src/config/index.js';
import { startServer, type RunningServer } from '../src/server.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
const TOKEN = `kny_${'t'.repeat(43)}`;
let server: RunningServer;
let ca: string;

beforeAll(async () => {
  const dataDir = newDir();
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const [certFile, keyFile] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  ca = cert;
  const config = loadConfig(
    {
      KENNY_DATA_DIR: dataDir,
      KENNY_PORT: '0',
      KENNY_OPERATOR_TOKEN: TOKEN,
      KENNY_TLS_CERT: certFile,
      KENNY_TLS_KEY: keyFile,
      KENNY_LOG_LEVEL: 'error',
    },
    dataDir,
  );
  server = await startServer(config);
});
afterAll(() => server.close());

function request(
  path: string,
  options: RequestOptions = {},
): Promise<{ status: number; text: string; cookie: string }> {
  return new Promise((resolve, reject) => {
    const sent = get(server.url + path, { ca, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      const cookie = response.headers['set-cookie']?.[0] ?? '';
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, cookie }));
    });
    sent.on('error', reject);
  });
}

describe('a server with KENNY_TLS_CERT and KENNY_TLS_KEY', () => {
  it('speaks https and nothing else', async () => {
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await request('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    await expect(request('/healthz', { ca: undefined })).rejects.toThrow(/self-signed certificate/);
    await expect(fetch(`${server.url.replace('https', 'http')}/healthz`)).rejects.toThrow();
  });

  it('knows tokens as over http', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(await request('/api/fleet', { headers })).toMatchObject({ status: 200 });
    expect(await request('/api/fleet')).toMatchObject({ status: 401 });
  });

  it('takes agents over wss', async () => {
    const socket = new WebSocket(server.url.replace('https', 'wss') + AGENT_SOCKET_PATH, { ca });
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    socket.send('{"type":"nothing"}');
    expect(await closed).toBe(CLOSE_CODES.protocol);
  });
});
