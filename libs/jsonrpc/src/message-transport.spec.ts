import { systemClock } from '@kenny/kernel';
import { messageTransport, Peer, type MessageTransport } from './index.js';

/** Two peers whose messages travel one by one, and what was sent. */
function pair() {
  const sent: string[] = [];
  const transports: MessageTransport[] = [];
  const log = { warn: () => undefined, error: () => undefined };
  const peers = [0, 1].map((own) => {
    const transport = messageTransport({
      send: (json, done) => {
        sent.push(json.toString());
        transports[1 - own]?.receive(Buffer.from(json));
        done();
      },
      resume: () => undefined,
    });
    transports.push(transport);
    const { input, output, framing } = transport;
    return new Peer({ input, output, framing, clock: systemClock, log });
  });
  const [asking, serving] = peers as [Peer, Peer];
  const end = async () => {
    await Promise.all(peers.map((peer) => peer.close()));
  };
  return { asking, serving, transports, sent, end };
}

describe('a transport of whole messages', () => {
  it('carries requests, answers and notifications, each as one message', async () => {
    const { asking, serving, sent, end } = pair();
    const heard: unknown[] = [];
    asking.onNotification('said', (params) => heard.push(params));
    serving.onQuick('echo', (params, context) => {
      context.afterReply(() => {
        for (const n of [1, 2, 3]) serving.notify('said', { n, text: 'a\nb' });
      });
      return params;
    });
    for (const peer of [asking, serving]) peer.start();
    expect(await asking.request('echo', { text: 'é\n' })).toEqual({ text: 'é\n' });
    expect(await asking.request('echo', {})).toEqual({});
    expect(heard.slice(0, 3)).toEqual([1, 2, 3].map((n) => ({ n, text: 'a\nb' })));
    for (const message of sent) expect(JSON.parse(message)).toMatchObject({ jsonrpc: '2.0' });
    await end();
  });

  it('answers what is no JSON, and goes on', async () => {
    const { asking, serving, transports, sent, end } = pair();
    serving.onQuick('ping', () => ({}));
    for (const peer of [asking, serving]) peer.start();
    transports[1]?.receive(Buffer.from('{'));
    expect(await asking.request('ping')).toEqual({});
    const errors = sent.map((text) => JSON.parse(text) as object).filter((one) => 'error' in one);
    expect(errors).toMatchObject([{ id: null, error: { code: -32700 } }]);
    await end();
  });

  it('says when it has taken enough, and asks for more when the peer has read', async () => {
    let resumed = 0;
    const transport = messageTransport({ send: () => undefined, resume: () => (resumed += 1) });
    const taken = Array.from({ length: 16 }, () => transport.receive(Buffer.from('{}')));
    expect(taken.at(0)).toBe(true);
    expect(taken.at(-1)).toBe(false);
    for await (const _message of transport.input) if (transport.input.readableLength === 0) break;
    expect(resumed).toBeGreaterThan(0);
  });

  it('takes nothing after the end', async () => {
    const { asking, transports, end } = pair();
    asking.start();
    await end();
    expect(transports[0]?.receive(Buffer.from('{}'))).toBe(true);
    expect(() => transports[0]?.end()).not.toThrow();
  });
});
