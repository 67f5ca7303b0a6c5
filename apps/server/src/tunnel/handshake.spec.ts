import {
  AGENT_SOCKET_PATH,
  CAPS,
  CLOSE_CODES,
  RETURN_TIME_S,
  returnTimeOf,
  TIMES,
} from '@kenny/contract';
import { misbehaviour, type HandshakeScript } from '@kenny/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { TunnelWorld } from '../../test/tunnel-world.js';

let world: TunnelWorld;
beforeEach(async () => {
  world = await TunnelWorld.start();
});
afterEach(() => world.stop());

const { protocol: NOT_PROTOCOL, unauthenticated: NOT_PROVEN } = CLOSE_CODES;

const UPGRADE =
  `GET ${AGENT_SOCKET_PATH} HTTP/1.1\r\nHost: kenny\r\nUpgrade: websocket\r\n` +
  'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`;

describe('the server in the handshake', () => {
  it('lets in who proves its key, and first of all sends the policy', async () => {
    world.policy.current = [
      { id: 'op_1', applies_to: 'powershell', pattern: 'choco', reason: 'no' },
    ];
    const policy = await world.agent('pc1').connect();
    const features = ['response_parts'];
    expect(policy).toEqual({ type: 'policy', rules: world.policy.current, features });
    expect(world.of('agent.online')).toMatchObject([
      { agent_id: 'pc1', agent_uid: 'uid-pc1', protocol: '0.8' },
    ]);
  });

  it.each<[string, HandshakeScript, number]>([
    ['a wrong signature', misbehaviour.wrongSignature, NOT_PROVEN],
    ["the server's own signature sent back", misbehaviour.reflectedSignature, NOT_PROVEN],
    ['a nonce of 31 bytes', misbehaviour.shortNonce, NOT_PROVEN],
    ['a nonce in loose base64', misbehaviour.looseNonce, NOT_PROVEN],
    ['no nonce', misbehaviour.noNonce, NOT_PROVEN],
    ['protocol 0.7', misbehaviour.protocol('0.7'), NOT_PROVEN],
    ['a protocol that is no version', misbehaviour.protocol('zero'), NOT_PROVEN],
    ['a binary register', misbehaviour.binaryRegister, NOT_PROTOCOL],
    ['a register beyond 8 KiB', misbehaviour.hugeRegister, NOT_PROTOCOL],
    ['broken JSON', misbehaviour.notJson, NOT_PROTOCOL],
    ['ping first', misbehaviour.firstFrame({ type: 'ping' }), NOT_PROTOCOL],
    ['auth first', misbehaviour.firstFrame({ type: 'auth', agent_sig: 'x' }), NOT_PROTOCOL],
    ['an array', misbehaviour.firstFrame([]), NOT_PROTOCOL],
    ['an unknown type', misbehaviour.firstFrame({ type: 'hello' }), NOT_PROTOCOL],
    ['a deep register', misbehaviour.firstFrame(nested(40)), NOT_PROTOCOL],
  ])('refuses %s, and another PC does not notice', async (_, script, code) => {
    const neighbour = world.agent('neighbour');
    await neighbour.connect();
    await expect(world.agent('pc1', { script }).connect()).rejects.toMatchObject({ code });
    expect(world.registry.get('pc1')).toBeUndefined();
    neighbour.send({ type: 'ping' });
    await neighbour.waitFor((frame) => frame.type === 'pong');
  });

  it('cuts off a refused peer that sends on instead of answering the goodbye', async () => {
    const { port } = new URL(world.url);
    const peer = connect(Number(port), '127.0.0.1');
    peer.on('error', () => undefined);
    const gone = new Promise((resolve) => peer.on('close', resolve));
    peer.write(UPGRADE);
    await once(peer, 'data');
    // A masked text frame that announces 16 MiB; it is over with the first 8 KiB.
    peer.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]));
    const flood = setInterval(() => peer.write(Buffer.alloc(4 * 1024)), 1);
    await gone;
    clearInterval(flood);
    expect(peer.bytesWritten).toBeLessThan(CAPS.responseBytes / 2);
    expect(world.of('agent.refused')).toMatchObject([{ close_code: NOT_PROTOCOL }]);
  });

  it('takes protocol 0.10 as newer than 0.8', async () => {
    await world.agent('pc1', { script: misbehaviour.protocol('0.10') }).connect();
    expect(world.registry.get('pc1')?.protocol).toBe('0.10');
  });

  it('sends a valid challenge to an id that nobody knows, and refuses it after auth', async () => {
    const stranger = world.agent('stranger', { known: false });
    await expect(stranger.connect()).rejects.toMatchObject({ code: NOT_PROVEN });
    // FakeAgent has verified the server's signature: it went on to send auth.
    expect(stranger.frames.map(({ type }) => type)).toEqual(['challenge']);
  });

  it('does not take a transcript of an earlier connection', async () => {
    let recorded: object | undefined;
    const script: HandshakeScript = {
      auth: (correct) => {
        recorded = correct;
        return correct;
      },
    };
    const first = world.agent('pc1', { script });
    await first.connect();
    await first.close();
    const replay = world.agent('pc1', { script: { auth: () => recorded } });
    await expect(replay.connect()).rejects.toMatchObject({ code: NOT_PROVEN });
  });

  it('waits ten seconds for register, then says 4400', async () => {
    const silent = world.agent('pc1', { script: misbehaviour.silent });
    const refused = expect(silent.connect()).rejects.toMatchObject({ code: NOT_PROTOCOL });
    await world.until(() => world.accepted === 1);
    world.clock.advance(TIMES.handshakeMs - 1);
    expect(world.of('agent.refused')).toEqual([]);
    world.clock.advance(1);
    await refused;
  });

  it('waits ten seconds for auth, then says 4401', async () => {
    const silent = world.agent('pc1', { script: misbehaviour.silentAfterChallenge });
    const refused = expect(silent.connect()).rejects.toMatchObject({ code: NOT_PROVEN });
    await silent.waitFor((frame) => frame.type === 'challenge');
    world.clock.advance(TIMES.handshakeMs);
    await refused;
  });

  it('takes a legacy token only where the keys say so', async () => {
    world.keys.tokens.set('old-pc', 'a-secret');
    const legacy = (token: string): HandshakeScript => ({
      register: ({ protocol: _, client_nonce: __, ...rest }) => ({ ...rest, token }),
    });
    const wrong = world.agent('old-pc', { known: false, script: legacy('another') });
    await expect(wrong.connect()).rejects.toMatchObject({ code: NOT_PROVEN });
    const right = world.agent('old-pc', { known: false, script: legacy('a-secret') });
    await right.connect();
    expect(world.registry.get('old-pc')?.protocol).toBe('legacy');
  });

  it('does not shut out a PC because others at its address fail', async () => {
    for (let i = 0; i < 30; i += 1) {
      const script = misbehaviour.wrongSignature;
      await expect(world.agent('pc1', { script }).connect()).rejects.toMatchObject({
        code: NOT_PROVEN,
      });
    }
    await world.agent('pc1').connect();
    expect(world.registry.get('pc1')).toBeDefined();
  });

  it('is open to others when one address holds all half-open sockets', async () => {
    await world.stop();
    world = await TunnelWorld.start({ trustProxy: ['127.0.0.1'] });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const script = misbehaviour.wrongSignature;
    for (let i = 0; i < 20; i += 1) {
      const failing = world.agent('pc1', { script, ...from('203.0.113.9') });
      await expect(failing.connect()).rejects.toMatchObject({ code: NOT_PROVEN });
    }
    const waiting = Array.from({ length: 512 }, (_, i) =>
      world.agent(`waiting-${i}`, {
        ...{ known: false, script: misbehaviour.silentAfterChallenge },
        ...from('203.0.113.9'),
      }),
    );
    const ends = waiting.map((agent) => agent.connect().catch((error: unknown) => error));
    // 20 times register and auth before; now every one of these has said register.
    await world.until(() => world.messages === 40 + 512);
    await world.agent('pc1', from('198.51.100.7')).connect();
    expect(await Promise.race(ends)).toMatchObject({ code: CLOSE_CODES.busy });
    expect(world.registry.get('pc1')).toBeDefined();
  });

  it('makes room at 512 half-open sockets by ending one that has said nothing', async () => {
    const silent = Array.from({ length: 512 }, (_, i) =>
      world.agent(`silent-${i}`, { known: false, script: misbehaviour.silent }),
    );
    const ends = silent.map((agent) => agent.connect().catch((error: unknown) => error));
    await world.until(() => world.accepted === 512);
    await world.agent('pc1').connect();
    const end = await ends[0];
    expect(end).toMatchObject({ code: CLOSE_CODES.busy });
    expect(returnTimeOf((end as { reason: string }).reason)).toBe(RETURN_TIME_S.min);
    expect(world.of('agent.refused')).toHaveLength(1);
  });

  it('does not slow an address down because it had no room for its sockets', async () => {
    const silent = Array.from({ length: 512 }, (_, i) =>
      world.agent(`silent-${i}`, { known: false, script: misbehaviour.silent }),
    );
    const ends = silent.map((agent) => agent.connect().catch((error: unknown) => error));
    await world.until(() => world.accepted === 512);
    const busy = Array.from({ length: 30 }, (_, i) =>
      world.agent(`busy-${i}`, { known: false, script: misbehaviour.silentAfterChallenge }),
    );
    for (const agent of busy) void agent.connect().catch(() => undefined);
    await Promise.all(ends.slice(0, 30));
    await world.agent('pc1').connect();
    expect(world.registry.get('pc1')).toBeDefined();
  });
});

function nested(depth: number): object {
  let value: object = { type: 'register' };
  for (let i = 0; i < depth; i += 1) value = { type: 'register', inside: value };
  return value;
}
