import { FakeClock } from '@kenny/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { enrol } from '../src/enrolment/enrol.js';
import { recordingLog } from '../test/recording-log.js';
import { temporaryFolder } from '../test/temporary-folder.js';
import { until } from '../test/until.js';
import { launchAgent, type LaunchedAgent } from './launch-agent.js';
import { keyFromSeed, SERVER_SEED, TestServer } from './test-server.js';

/** A server whose certificate nobody but its owner knows. */
let build: string;
let caFile: string;
let pem: { private: string; cert: string };
let server: TestServer;
let agent: LaunchedAgent | undefined;

beforeAll(async () => {
  build = await mkdtemp(join(tmpdir(), 'kenny-agent-tls-'));
  pem = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  caFile = join(build, 'ca.pem');
  await writeFile(caFile, pem.cert);
});
afterAll(() => rm(build, { recursive: true, force: true }));
beforeEach(async () => {
  server = await TestServer.start({ key: pem.private, cert: pem.cert });
});
afterEach(async () => {
  await agent?.stop();
  agent = undefined;
  await server.close();
});
const folder = temporaryFolder();

describe('a server with a certificate of its own authority', () => {
  it('is reached with KENNY_TLS_CA', async () => {
    expect(server.address).toMatch(/^https:/);
    agent = await launchAgent({
      server,
      folder: folder.path,
      settings: { KENNY_TLS_CA: caFile },
    });
    const connection = await server.accept();
    expect((await connection.call('fs_list', { path: '/' })).ok).toBe(true);
  });

  it('is told nothing at all without it', async () => {
    agent = await launchAgent({ server, folder: folder.path });
    const { printed } = agent;
    await until(() => printed.some((line) => line.includes('self-signed certificate')));
    expect(server.count).toBe(0);
  });

  it('gets no enrolment token without it', async () => {
    const asked = jest.fn();
    const https: Server = createServer({ key: pem.private, cert: pem.cert }, asked);
    await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
    const address = https.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const stop = new AbortController();
    const { log, texts } = recordingLog();
    const attempt = enrol({
      agentId: 'pc1',
      http: `https://127.0.0.1:${port}`,
      token: 'one-time-token',
      seed: new Uint8Array(32),
      expectedServerKey: keyFromSeed(SERVER_SEED).publicKey,
      tlsCa: undefined,
      clock: new FakeClock(),
      log,
      signal: stop.signal,
    });
    attempt.catch(() => undefined);
    await until(() => texts().includes('cannot enrol yet'));
    stop.abort();
    await expect(attempt).rejects.toThrow(/stopped/);
    expect(asked).not.toHaveBeenCalled();
    await new Promise((resolve) => https.close(resolve));
  });
});
