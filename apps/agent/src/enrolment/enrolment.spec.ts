import { agentSignatures, encodeBase64, keyFingerprint } from '@kenny/handshake/agent';
import { FakeClock } from '@kenny/testing';
import { chmod, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { recordingLog } from '../../test/recording-log.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { until } from '../../test/until.js';
import { isConnectionConfig, loadConfig, type ConnectionConfig } from '../config/index.js';
import { loadKey, loadOrCreateKey } from './agent-key.js';
import { EnrolmentRefused, EnrolmentStopped } from './enrol.js';
import { readEnrolment } from './enrolment-record.js';
import { establishIdentity, type IdentityOptions } from './identity.js';

const folder = temporaryFolder();
const TOKEN = 'one-time-token';
const serverKey = agentSignatures.createSigner(new Uint8Array(32).fill(1)).publicKey;
const otherKey = agentSignatures.createSigner(new Uint8Array(32).fill(2)).publicKey;

interface Asked {
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

const asked: Asked[] = [];
/** What the server answers, in order; the last one stays. */
let script: [number, object | string][] = [];
let server: Server;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  asked.push({
    url: request.url,
    authorization: request.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks).toString()),
  });
  const [status, body] = (script.length > 1 ? script.shift() : script[0]) ?? [500, {}];
  response.writeHead(status, { location: '/elsewhere', 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const welcome = { ok: true, agent_id: 'pc1', server_public_key: encodeBase64(serverKey) };
const refusal = (message: string) => ({ error: { code: 'x', message, request_id: 'r' } });

beforeEach(async () => {
  asked.length = 0;
  script = [[200, welcome]];
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const stateFolder = (): string => join(folder.path, 'state');

async function configWith(values: Record<string, string> = {}): Promise<ConnectionConfig> {
  await mkdir(stateFolder(), { recursive: true });
  const { port } = server.address() as AddressInfo;
  const { config, problems } = await loadConfig(
    {
      stateDir: stateFolder(),
      values: {
        KENNY_SERVER: `http://127.0.0.1:${port}`,
        KENNY_AGENT_ID: 'pc1',
        ...values,
      },
    },
    {},
  );
  expect(problems).toEqual([]);
  if (!isConnectionConfig(config)) throw new Error('not complete');
  return config;
}

async function establish(
  values: Record<string, string> = { KENNY_ENROLL_TOKEN: TOKEN },
  rest: Partial<IdentityOptions> = {},
) {
  const { log, texts } = recordingLog();
  const clock = new FakeClock();
  const config = await configWith(values);
  const identity = establishIdentity({ config, clock, log, ...rest });
  return { identity, clock, texts };
}

describe('enrolment', () => {
  it('brings the public key to the server against the token, and pins what it answers', async () => {
    const { identity } = await establish();
    const { seed, serverKey: pinned, agentId } = await identity;
    const { publicKey } = agentSignatures.createSigner(seed);
    expect(asked).toEqual([
      {
        url: '/api/agents/pc1/enroll',
        authorization: `Bearer ${TOKEN}`,
        body: { public_key: encodeBase64(publicKey) },
      },
    ]);
    expect([agentId, pinned.equals(serverKey)]).toEqual(['pc1', true]);
    const record = await readEnrolment(join(stateFolder(), 'agent.enrolment.json'));
    expect(record).toMatchObject({ agentId: 'pc1', enrolledAt: '2026-06-04T12:00:00.000Z' });
    expect(record?.serverKey.equals(serverKey)).toBe(true);
  });

  it('does not ask again with a token that was used up, also after a restart', async () => {
    await (
      await establish()
    ).identity;
    const again = await (await establish()).identity;
    const without = await (await establish({})).identity;
    expect(asked).toHaveLength(1);
    expect(without.seed.equals(again.seed)).toBe(true);
  });

  it('asks again with a new token and keeps its key', async () => {
    const first = await (await establish()).identity;
    const second = await (await establish({ KENNY_ENROLL_TOKEN: 'a-second-token' })).identity;
    expect(asked).toHaveLength(2);
    expect(second.seed.equals(first.seed)).toBe(true);
  });

  it('erases the token from its configuration file and keeps the rest', async () => {
    await configWith();
    const file = join(stateFolder(), 'kenny-agent.config.json');
    await writeFile(file, JSON.stringify({ enroll_token: TOKEN, log_level: 'warn' }));
    await (
      await establish({})
    ).identity;
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ log_level: 'warn' });
  });

  it('leaves no token anywhere in its state folder', async () => {
    await (
      await establish()
    ).identity;
    for (const name of await readdir(stateFolder())) {
      expect(await readFile(join(stateFolder(), name), 'latin1')).not.toContain(TOKEN);
    }
  });

  it('goes on trying while the server is away or busy, with growing waits', async () => {
    script = [
      [503, refusal('starting')],
      [429, {}],
      [500, 'not json'],
      [200, welcome],
    ];
    const { identity, clock, texts } = await establish(undefined, { random: () => 0.999 });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await until(() => asked.length === attempt && clock.pendingTimers > 0);
      await clock.advanceAsync(60_000);
    }
    await identity;
    expect(asked).toHaveLength(4);
    expect(texts().filter((text) => text === 'cannot enrol yet')).toHaveLength(3);
  });

  it('can be stopped while it waits', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const stop = new AbortController();
    const config = await configWithPort();
    const clock = new FakeClock();
    const { log } = recordingLog();
    const identity = establishIdentity({ config, clock, log, signal: stop.signal });
    identity.catch(() => undefined);
    await until(() => clock.pendingTimers > 0);
    stop.abort();
    await expect(identity).rejects.toThrow(EnrolmentStopped);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  it.each([
    [401, /rekey pc1/],
    [409, /does not take this PC's key as pc1.*--new-key.*rekey pc1/],
    [404, /check both/],
    [400, /refused to enrol/],
    [302, /refused to enrol/],
  ])('stops with words about what to do on %d', async (status, words) => {
    script = [[status, refusal('the server’s own\u001b[2J words')]];
    const { identity } = await establish();
    const error: unknown = await identity.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EnrolmentRefused);
    expect(String(error)).toMatch(words);
    expect(String(error)).not.toContain('\u001b');
    expect(asked).toHaveLength(1);
  });

  it('stops with both fingerprints when the server is not the pinned one, and stores nothing', async () => {
    const { identity } = await establish(
      {
        KENNY_ENROLL_TOKEN: TOKEN,
        KENNY_SERVER_PUBKEY: encodeBase64(otherKey),
      },
      { strict: true },
    );
    const error: unknown = await identity.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EnrolmentRefused);
    expect(String(error)).toContain(keyFingerprint(serverKey));
    expect(String(error)).toContain(keyFingerprint(otherKey));
    expect(await readEnrolment(join(stateFolder(), 'agent.enrolment.json'))).toBeUndefined();
  });

  it('holds a server that it pinned at enrolment to that key the next time', async () => {
    await (
      await establish()
    ).identity;
    script = [[200, { ...welcome, server_public_key: encodeBase64(otherKey) }]];
    const values = { KENNY_ENROLL_TOKEN: 'a-second-token' };
    const { identity } = await establish(values, { strict: true });
    await expect(identity).rejects.toThrow(/not the server that was pinned/);
  });

  it('goes on with a pinned key when the token is refused: it may have done its work', async () => {
    script = [[401, refusal('used')]];
    const { identity, texts } = await establish({
      KENNY_ENROLL_TOKEN: TOKEN,
      KENNY_SERVER_PUBKEY: encodeBase64(serverKey),
    });
    expect((await identity).serverKey.equals(serverKey)).toBe(true);
    expect(texts()).toContain('enrolment failed; continuing with the existing key');
  });

  it('without a token and a pin says how to get one', async () => {
    const { identity } = await establish({});
    await expect(identity).rejects.toThrow(/kenny agent add/);
  });

  it.each([['not json at all'], [{}], [{ ok: false }], [{ ok: true, server_public_key: 'AAAA' }]])(
    'does not take %j for a kenny server',
    async (body) => {
      script = [[200, body]];
      const { identity } = await establish();
      await expect(identity).rejects.toThrow(/not as a kenny server/);
    },
  );

  it('takes the answer of a server that only says ok, and goes on with the pinned key', async () => {
    script = [[200, { ok: true }]];
    const values = {
      KENNY_ENROLL_TOKEN: 'any',
      KENNY_SERVER_PUBKEY: encodeBase64(serverKey),
    };
    const { identity, texts } = await establish(values, { strict: true });
    expect((await identity).serverKey.equals(serverKey)).toBe(true);
    expect(texts()).toContain('enrolled');
    const record = await readEnrolment(join(stateFolder(), 'agent.enrolment.json'));
    expect(record?.serverKey.equals(serverKey)).toBe(true);
  });

  it('asks for the key of a server that only says ok when none is pinned', async () => {
    script = [[200, { ok: true }]];
    const { identity } = await establish();
    await expect(identity).rejects.toThrow(/does not say its own.*--server-pubkey/);
  });

  it('does not read an endless answer', async () => {
    script = [[200, 'x'.repeat(100_000)]];
    const stop = new AbortController();
    const { identity, clock, texts } = await establish(undefined, { signal: stop.signal });
    identity.catch(() => undefined);
    await until(() => clock.pendingTimers > 0);
    expect(texts()).toEqual(['cannot enrol yet']);
    stop.abort();
    await expect(identity).rejects.toThrow(EnrolmentStopped);
  });

  it('makes a new key for a rotation and adopts it only once the server has it', async () => {
    const first = await (await establish()).identity;
    const values = { KENNY_ENROLL_TOKEN: 'a-second-token' };
    script = [[409, {}]];
    await expect(
      (await establish(values, { newKey: true, strict: true })).identity,
    ).rejects.toThrow(EnrolmentRefused);
    expect((await loadKey(join(stateFolder(), 'agent.key')))?.equals(first.seed)).toBe(true);
    script = [[200, welcome]];
    const rotated = await (await establish(values, { newKey: true, strict: true })).identity;
    expect(rotated.seed.equals(first.seed)).toBe(false);
    expect((await loadKey(join(stateFolder(), 'agent.key')))?.equals(rotated.seed)).toBe(true);
    expect(asked[2]?.body).toEqual(asked[1]?.body);
  });
});

/** A server that is not there. */
async function configWithPort(): Promise<ConnectionConfig> {
  await mkdir(stateFolder(), { recursive: true });
  const values = {
    KENNY_SERVER: 'http://127.0.0.1:1',
    KENNY_AGENT_ID: 'pc1',
    KENNY_ENROLL_TOKEN: TOKEN,
  };
  const { config } = await loadConfig({ stateDir: stateFolder(), values }, {});
  if (!isConnectionConfig(config)) throw new Error('not complete');
  return config;
}

describe('the agent’s key', () => {
  const file = (): string => join(folder.path, 'agent.key');

  it('is 32 raw bytes, private, and the same for two that make it at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateKey(file())));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    const { size, mode } = await stat(file());
    expect([size, mode & 0o777]).toEqual([32, 0o600]);
    expect(await readdir(folder.path)).toEqual(['agent.key']);
  });

  it('is locked again when somebody widened its mode', async () => {
    await loadOrCreateKey(file());
    await chmod(file(), 0o644);
    await loadKey(file());
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('is never replaced by a new one when it is damaged', async () => {
    await writeFile(file(), 'short');
    await expect(loadOrCreateKey(file())).rejects.toThrow(/not 32 bytes/);
    expect(await readFile(file(), 'utf8')).toBe('short');
  });

  it('may not be a link', async () => {
    await writeFile(join(folder.path, 'x'), Buffer.alloc(32));
    await symlink(join(folder.path, 'x'), file());
    await expect(loadKey(file())).rejects.toThrow(/it is a link/);
  });
});
