import { serverSignatures } from '@kenny/handshake/server';
import { aTelemetry } from '../world/telemetry.js';
import { TunnelServer } from '../../test/tunnel-server.js';
import { ConnectionClosed, FakeAgent } from './fake-agent.js';
import { misbehaviour } from './misbehaviour.js';
import { NO_ANSWER, ToolFailure, type FakeAgentOptions } from './options.js';

let server: TunnelServer;
let agent: FakeAgent | undefined;

beforeEach(async () => {
  server = await TunnelServer.start();
});
afterEach(async () => {
  // Failures that a test expects are read by the test itself.
  await agent?.terminate().catch(() => undefined);
  agent = undefined;
  await server.stop();
});

function anAgent(options: Partial<FakeAgentOptions> = {}): FakeAgent {
  agent = new FakeAgent({ url: server.url, serverPublicKey: server.publicKey, ...options });
  server.agentKey ??= agent.publicKey;
  return agent;
}

describe('FakeAgent, well behaved', () => {
  it('proves its key and is online with the first policy frame', async () => {
    const policy = await anAgent().connect();
    expect(policy).toEqual({ type: 'policy', rules: [] });
    expect(agent?.frames.map((frame) => frame.type)).toEqual(['challenge', 'policy']);
  });

  it('registers as the agent it was told to be', async () => {
    await anAgent({ agentId: 'pc7', features: ['cancel'], meta: { os: 'windows' } }).connect();
    const register: unknown = JSON.parse((await server.handshakeMessage(1)).text);
    expect(register).toMatchObject({
      agent_id: 'pc7',
      protocol: '0.8',
      meta: { os: 'windows', features: ['cancel'] },
    });
  });

  it('answers with its handlers, errors included, and keeps what it was asked', async () => {
    const handlers = {
      fs_list: (args: Record<string, unknown>) => ({ entries: [], echo: args['path'] }),
      fs_read: () => {
        throw new ToolFailure('not_found', 'no such file');
      },
    };
    const running = anAgent({ handlers });
    await running.connect();
    server.request('1', 'fs_list', { path: '/tmp' });
    server.request('2', 'fs_read');
    expect(await server.receive({ id: '1' })).toMatchObject({ ok: true, result: { echo: '/tmp' } });
    expect(await server.receive({ id: '2' })).toMatchObject({
      ok: false,
      error: { code: 'not_found', message: 'no such file' },
    });
    expect((await running.request(2)).tool).toBe('fs_read');
    await running.close();
  });

  it('runs requests side by side and hears that one was cancelled', async () => {
    const running = anAgent({
      handlers: {
        shell_exec: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            const stop = () => reject(new ToolFailure('exec_failed', 'cancelled'));
            signal.addEventListener('abort', stop);
          }),
        fs_list: () => ({ entries: [] }),
      },
    });
    await running.connect();
    server.request('slow', 'shell_exec');
    server.request('quick', 'fs_list');
    await server.receive({ id: 'quick' });
    server.send({ type: 'cancel', id: 'slow' });
    expect(await server.receive({ id: 'slow' })).toMatchObject({ error: { message: 'cancelled' } });
    await running.close();
  });

  it('leaves a request open until the test answers it', async () => {
    const running = anAgent({ handlers: { fs_list: () => NO_ANSWER } });
    await running.connect();
    server.request('1', 'fs_list');
    const { id } = await running.request();
    running.answer(id, { entries: [] });
    expect(await server.receive({ id: '1' })).toMatchObject({ ok: true });
    await running.close();
  });

  it('answers ping with pong and pushes what it is given', async () => {
    const running = anAgent();
    await running.connect();
    server.send({ type: 'ping' });
    await server.receive({ type: 'pong' });
    running.send(aTelemetry('another-pc').frame());
    expect(await server.receive({ type: 'telemetry' })).toMatchObject({ agent_id: 'another-pc' });
    running.sendRaw('{"type":"log","level":"loud"}');
    expect(await server.receive({ type: 'log' })).toMatchObject({ level: 'loud' });
    await running.close();
  });
});

describe('FakeAgent, when the server ends it', () => {
  it('rejects connect with the close code', async () => {
    server.agentKey = Buffer.alloc(32, 9);
    const refused = anAgent().connect();
    await expect(refused).rejects.toMatchObject({ code: 4401, reason: 'not authenticated' });
  });

  it('rejects whoever waits, and says how it ended', async () => {
    const running = anAgent();
    await running.connect();
    const waiting = running.waitFor((frame) => frame.type === 'cancel');
    server.drop(4409, 'replaced');
    await expect(waiting).rejects.toBeInstanceOf(ConnectionClosed);
    expect(await running.closed).toMatchObject({ code: 4409, reason: 'replaced' });
    await expect(running.waitFor(() => false)).rejects.toMatchObject({ code: 4409 });
  });

  it('rejects connect when the upgrade is refused', async () => {
    const elsewhere = anAgent({ url: server.url.replace('/agent/ws', '/nowhere') });
    await expect(elsewhere.connect()).rejects.toThrow('400');
    await expect(elsewhere.opened()).rejects.toThrow('400');
  });

  it('sends no auth to a server with another key', async () => {
    server.signWith = serverSignatures().createSigner(Buffer.alloc(32, 77));
    const refused = anAgent();
    await expect(refused.connect()).rejects.toThrow("the server's signature does not verify");
    await refused.closed;
    expect(server.handshake).toHaveLength(1);
    await refused.close();
  });
});

describe('FakeAgent fails loudly', () => {
  it('for a request it was not told to answer, and does not leave the server waiting', async () => {
    const running = anAgent();
    await running.connect();
    server.request('1', 'fs_list', { path: '/' });
    expect(await server.receive({ id: '1' })).toMatchObject({ error: { code: 'internal' } });
    await expect(running.close()).rejects.toThrow(
      'FakeAgent was not told what to answer: fs_list({"path":"/"})',
    );
  });

  it('for a request that comes twice', async () => {
    const running = anAgent({ handlers: { fs_list: () => ({}) } });
    await running.connect();
    server.request('1', 'fs_list');
    server.request('1', 'fs_list');
    server.send({ type: 'ping' });
    await server.receive({ type: 'pong' });
    await expect(running.close()).rejects.toThrow('the server sent request 1 (fs_list) twice');
    expect(running.requests).toHaveLength(2);
  });

  it('for an approval that comes twice, and gives its handlers the approval of each', async () => {
    const given: unknown[] = [];
    const shell_exec = (_: unknown, { approval }: { approval?: string }) => {
      given.push(approval);
      return {};
    };
    const running = anAgent({ handlers: { shell_exec } });
    await running.connect();
    for (const [id, approval] of [
      ['1', 'yes'],
      ['2', 'another'],
      ['3', 'yes'],
    ])
      server.send({ type: 'request', id, tool: 'shell_exec', args: {}, approval });
    server.send({ type: 'ping' });
    await server.receive({ type: 'pong' });
    await expect(running.close()).rejects.toThrow(
      'the server sent approval yes (shell_exec) twice',
    );
    expect(given).toEqual(['yes', 'another']);
  });

  it('for a handler that breaks', async () => {
    const running = anAgent({
      handlers: {
        fs_list: () => {
          throw new Error('a fault in the test');
        },
      },
    });
    await running.connect();
    server.request('1', 'fs_list');
    server.send({ type: 'ping' });
    await server.receive({ type: 'pong' });
    await expect(running.terminate()).rejects.toThrow('a fault in the test');
  });

  it.each([
    ['is no JSON', 'hello'],
    ['is binary', Buffer.from('{}')],
    ['only agents send', JSON.stringify({ type: 'auth', agent_sig: 'x' })],
  ])('for a message that %s', async (_, message) => {
    const running = anAgent();
    await running.connect();
    server.send(message);
    server.send({ type: 'ping' });
    await server.receive({ type: 'pong' });
    await expect(running.close()).rejects.toThrow('the server sent a');
  });

  it('when nothing comes', async () => {
    const running = anAgent();
    await running.connect();
    await expect(running.waitFor((frame) => frame.type === 'cancel', 20)).rejects.toThrow(
      'no such frame came in 20 ms; seen: challenge, policy',
    );
  });
});

describe('FakeAgent, on purpose', () => {
  const registerOf = (text: string) => JSON.parse(text) as Record<string, unknown>;

  it.each(['wrongSignature', 'reflectedSignature'] as const)('%s', async (how) => {
    const refused = anAgent({ script: misbehaviour[how] });
    await expect(refused.connect()).rejects.toMatchObject({ code: 4401 });
  });

  it.each(['shortNonce', 'looseNonce', 'noNonce', 'notJson'] as const)('%s', async (how) => {
    const refused = anAgent({ script: misbehaviour[how] });
    await expect(refused.connect()).rejects.toMatchObject({ code: 4400 });
  });

  it('sends another frame first', async () => {
    const script = misbehaviour.firstFrame({ type: 'ping' });
    await expect(anAgent({ script }).connect()).rejects.toMatchObject({ code: 4400 });
    expect(server.handshake[0]?.text).toBe('{"type":"ping"}');
  });

  it('says another protocol version', async () => {
    await anAgent({ script: misbehaviour.protocol('0.10') }).connect();
    expect(registerOf((await server.handshakeMessage(1)).text)).toMatchObject({
      protocol: '0.10',
    });
  });

  it('registers in binary', async () => {
    await anAgent({ script: misbehaviour.binaryRegister }).connect();
    expect((await server.handshakeMessage(1)).binary).toBe(true);
  });

  it('registers hugely', async () => {
    await anAgent({ script: misbehaviour.hugeRegister }).connect();
    expect((await server.handshakeMessage(1)).text.length).toBeGreaterThan(8192);
  });

  it('says nothing', async () => {
    const silent = anAgent({ script: misbehaviour.silent });
    await silent.opened();
    await expect(silent.waitFor(() => true, 20)).rejects.toThrow('seen: nothing');
    expect(server.handshake).toEqual([]);
  });

  it('says nothing after the challenge', async () => {
    const silent = anAgent({ script: misbehaviour.silentAfterChallenge });
    await silent.waitFor((frame) => frame.type === 'challenge');
    const policy = silent.waitFor((frame) => frame.type === 'policy', 20);
    await expect(policy).rejects.toThrow('seen: challenge');
    expect(server.handshake).toHaveLength(1);
  });

  it.each(['lateRegister', 'lateAuth'] as const)('%s, when the test lets it', async (how) => {
    let release = (): void => undefined;
    const moment = new Promise<void>((resolve) => (release = resolve));
    const late = anAgent({ script: misbehaviour[how](moment) });
    const online = late.connect();
    if (how === 'lateAuth') await late.waitFor((frame) => frame.type === 'challenge');
    expect(server.handshake).toHaveLength(how === 'lateAuth' ? 1 : 0);
    release();
    await online;
    await late.close();
  });
});
