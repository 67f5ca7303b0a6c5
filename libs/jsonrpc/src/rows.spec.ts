import { frame, request, Wire } from '../test/wire.js';
import { contentLength, RpcError } from './index.js';

/** What becomes of bytes that a client may send: docs of the door name each of these. */
let wire: Wire;
beforeEach(() => {
  wire = new Wire({ limits: { maxBodyBytes: 1000, maxDepth: 20 } });
  wire.peer.onQuick('echo', (params) => params);
  wire.peer.onQuick('id', (_, { id }) => id);
  wire.peer.start();
});

const echo = (id: unknown, params: unknown = { a: 1 }) => request(id, 'echo', params);
const result = (id: unknown, value: unknown = { a: 1 }) => ({ jsonrpc: '2.0', id, result: value });
const holding = (some: object): unknown => expect.objectContaining(some);
const failure = (id: unknown, code: number, data?: object) =>
  holding({ id, error: holding({ code, ...(data && { data: holding(data) }) }) });

/** Sends bytes and then a good request, to see that reading goes on. */
async function goesOn(bytes: string | Uint8Array, ...answers: unknown[]): Promise<void> {
  wire.raw(bytes);
  wire.send(echo('next'));
  await expect(wire.end()).resolves.toEqual({ reason: 'end' });
  expect(wire.told).toEqual([...answers, result('next')]);
}

/** The same where it does not go on. */
async function isFatal(bytes: string): Promise<void> {
  wire.raw(bytes);
  wire.send(echo('next'));
  await expect(wire.end()).resolves.toMatchObject({ reason: 'fatal' });
  expect(wire.told).toEqual([failure(null, -32600, { code: 'frame_invalid' })]);
}

const body = JSON.stringify(echo(1));

describe('a header', () => {
  it('has names in any case, and lines that end in LF alone or in CR LF', () =>
    goesOn(`CONTENT-length:${body.length}\nX: y\r\n\n${body}`, result(1)));

  it('may say the length twice, if both are the same', () =>
    goesOn(
      `Content-Length: ${body.length}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      result(1),
    ));

  it('that says two lengths is fatal', () =>
    isFatal(`Content-Length: ${body.length}\r\nContent-Length: 7\r\n\r\n${body}`));

  it.each([
    'X-Other: a:b',
    'Content-Type: application/vscode-jsonrpc; charset=utf-8',
    'Content-Type: x; Charset="utf8"',
    'Content-Type: application/json',
  ])('may have the line "%s"', (line) => goesOn(frame(echo(1), `${line}\r\n`), result(1)));

  it('with another character set refuses this message only', () =>
    goesOn(
      frame(echo(1), 'Content-Type: application/json; charset=utf-16\r\n'),
      failure(null, -32600, { code: 'unsupported' }),
    ));

  it.each(['X: y\r\n\r\n{}', '\r\n', 'Content-Length: abc\r\n\r\n{}'])(
    'without a length is fatal: %j',
    (bytes) => isFatal(bytes),
  );

  it.each(['-5', '0', '+7', '10.9', '12abc', '1e3', '0x10', '', '99999999999999999999'])(
    'with the length "%s" is fatal',
    (length) => isFatal(`Content-Length: ${length}\r\n\r\n${body}`),
  );

  it.each([
    'Content-Length\r\n\r\n{}',
    ': 7\r\n\r\n',
    'Content-Length : 7\r\n\r\n',
    '{"jsonrpc":"2.0"}\n',
  ])('with a line that has no name is fatal: %j', (bytes) => isFatal(bytes));

  it('may have 8 KiB', async () => {
    const rest = `Content-Length: ${body.length}\r\nX: \r\n\r\n`;
    const header = rest.replace('X: ', `X: ${'x'.repeat(8192 - rest.length)}`);
    await goesOn(`${header}${body}`, result(1));
  });

  it('of more than 8 KiB is fatal, and no more of it is kept', async () => {
    await isFatal('x'.repeat(8193));
    expect(wire.peer.load.keptBytes).toBe(0);
  });
});

describe('a body', () => {
  it('is told apart when it comes byte by byte', async () => {
    for (const byte of frame(echo(1, { text: 'ü😀' }))) wire.raw(Uint8Array.of(byte));
    await goesOn('', result(1, { text: 'ü😀' }));
  });

  it('is told apart when two come in one piece', () =>
    goesOn(Buffer.concat([frame(echo(1)), frame(echo(2))]), result(1), result(2)));

  it('that is not whole is waited for; the end of the input ends the wait', async () => {
    wire.raw(frame(echo(1)).subarray(0, -1));
    await expect(wire.end()).resolves.toEqual({ reason: 'end' });
    expect(wire.told).toEqual([]);
  });

  it('that is too large is discarded to its last byte', () =>
    goesOn(frame('x'.repeat(1001)), failure(null, -32600, { code: 'frame_too_large' })));

  it('may be as large as the limit', async () => {
    const filler = 'x'.repeat(1000 - JSON.stringify(echo(1, { f: '' })).length);
    await goesOn(frame(echo(1, { f: filler })), result(1, { f: filler }));
  });

  it.each(['{', 'no', '', ' ', '{"a":1}x', "{'a':1}"])('that is not JSON is refused: %j', (text) =>
    goesOn(frame(text === '' ? '\0' : text), failure(null, -32700, { code: 'frame_invalid' })),
  );

  it('that is not UTF-8 is refused', () =>
    goesOn(
      Buffer.concat([
        Buffer.from('Content-Length: 4\r\n\r\n'),
        Buffer.from([0x22, 0xff, 0xfe, 0x22]),
      ]),
      failure(null, -32700, { code: 'frame_invalid' }),
    ));

  it('that is nested too deep is refused before it is built', () =>
    goesOn(
      frame(`${'['.repeat(21)}${']'.repeat(21)}`),
      failure(null, -32600, { code: 'frame_too_large' }),
    ));

  it.each(['[]', '[{"jsonrpc":"2.0","id":1,"method":"echo"}]', '7', '"text"', 'null', 'true'])(
    'that is a batch or no object is refused: %s',
    (text) => goesOn(frame(text), failure(null, -32600, { code: 'frame_invalid' })),
  );
});

describe('a request', () => {
  it.each([undefined, '1.0', 2, null])('with jsonrpc %j is refused under its id', (jsonrpc) =>
    goesOn(
      frame({ jsonrpc, id: 5, method: 'echo' }),
      failure(5, -32600, { code: 'frame_invalid' }),
    ),
  );

  it.each([null, {}, [1], true, 2 ** 53, -(2 ** 53)])(
    'with the id %j is refused under none',
    (id) => goesOn(frame(request(id, 'echo')), failure(null, -32600, { code: 'frame_invalid' })),
  );

  it('with a very long id is refused under none', async () => {
    wire = new Wire().start();
    wire.peer.onQuick('echo', (params) => params);
    await goesOn(
      frame(request('x'.repeat(1025), 'echo')),
      failure(null, -32600, { code: 'frame_invalid' }),
    );
  });

  it('with an id that is no finite number is refused under none', () =>
    goesOn(
      frame('{"jsonrpc":"2.0","id":1e999,"method":"echo"}'),
      failure(null, -32600, { code: 'frame_invalid' }),
    ));

  it.each([0, -3, 1.5, '', '7', 'a b', 2 ** 53 - 1])('gets its id back as it was: %j', (id) =>
    goesOn(frame(request(id, 'id')), result(id, id)),
  );

  it.each([undefined, null, '', 7, {}])('with the method %j is refused under its id', (method) =>
    goesOn(frame(request(1, method)), failure(1, -32600, { code: 'frame_invalid' })),
  );

  it('of an unknown method is refused', () =>
    goesOn(frame(request(1, 'nope')), failure(1, -32601, { code: 'unsupported' })));

  it('of a method that every object has is unknown too', () =>
    goesOn(frame(request(1, 'toString')), failure(1, -32601)));

  it.each(['null', '[]', '{}'])('with params %s gets {}', (params) =>
    goesOn(frame(`{"jsonrpc":"2.0","id":1,"method":"echo","params":${params}}`), result(1, {})),
  );

  it('without params gets {}', () => goesOn(frame(request(1, 'echo')), result(1, {})));

  it.each([[[1]], ['text'], [7], [false]])('with params %j is refused', (params) =>
    goesOn(frame(echo(1, params)), failure(1, -32602, { code: 'invalid_params' })),
  );

  it('with the id of one that is still at work is refused, and the first is answered', async () => {
    let finish: (value: string) => void = () => undefined;
    wire.peer.onSlow('slow', () => new Promise((resolve) => (finish = resolve)));
    wire.send(request(1, 'slow'), request(1, 'slow'));
    await wire.heard(1);
    finish('done');
    await wire.heard(2);
    expect(wire.told).toEqual([failure(1, -32600, { code: 'duplicate_id' }), result(1, 'done')]);
  });

  it('whose handler fails tells nothing of why, and the log has it under the same id', async () => {
    const error = new Error('password=hunter2');
    wire.peer.onQuick('bad', () => {
      throw error;
    });
    await goesOn(frame(request(1, 'bad')), {
      ...{ jsonrpc: '2.0', id: 1 },
      error: {
        ...{ code: -32603, message: 'Internal error' },
        data: { code: 'internal', errorId: 'e1' },
      },
    });
    expect(wire.log.lines).toMatchObject([{ facts: { err: error, errorId: 'e1', method: 'bad' } }]);
  });

  it('whose handler refuses is answered with its words and its data', async () => {
    wire.peer.onQuick('busy', async () => {
      throw new RpcError(-32602, 'Unknown session: 7', { code: 'unknown_session' });
    });
    await goesOn(frame(request(1, 'busy')), {
      ...{ jsonrpc: '2.0', id: 1 },
      error: { code: -32602, message: 'Unknown session: 7', data: { code: 'unknown_session' } },
    });
  });

  it('whose result is not JSON is an internal error', async () => {
    wire.peer.onQuick('big', () => 1n);
    await goesOn(frame(request(1, 'big')), failure(1, -32603, { code: 'internal' }));
  });

  it('whose handler returns nothing gets null', async () => {
    wire.peer.onQuick('void', () => undefined);
    await goesOn(frame(request(1, 'void')), result(1, null));
  });

  it('cannot set a prototype by its params', async () => {
    const seen: unknown[] = [];
    wire.peer.onQuick('see', (params) => void seen.push(params, Object.assign({}, params['in'])));
    await goesOn(
      frame(
        '{"jsonrpc":"2.0","id":1,"method":"see","params":{"__proto__":{"bad":1},"in":{"\\u005f_proto__":{"bad":1},"a":2}}}',
      ),
      result(1, null),
    );
    expect(seen).toEqual([{ in: { a: 2 } }, { a: 2 }]);
    for (const value of seen) expect(value).not.toHaveProperty('bad');
  });
});

describe('what asks for no answer gets none', () => {
  it.each([
    ['an unknown notification', { jsonrpc: '2.0', method: 'nope' }],
    [
      'a notification of the protocol',
      { jsonrpc: '2.0', method: '$/setTrace', params: { value: 1 } },
    ],
    ['a cancel of nothing', { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 99 } }],
    ['a notification with wrong params', { jsonrpc: '2.0', method: 'noted', params: [1] }],
    ['a notification with a method that is no text', { jsonrpc: '2.0', method: 7 }],
    ['a result of nothing that was asked', result(77, {})],
    ['an error of nothing that was asked', { jsonrpc: '2.0', id: null, error: { code: 1 } }],
  ])('%s', async (_, message) => {
    wire.peer.onNotification('noted', () => undefined);
    await goesOn(frame(message), ...[]);
  });
});

describe('what is written', () => {
  it('has a length in bytes, and nothing else in its header', () => {
    expect(contentLength.encode('{"a":"ü"}').toString()).toBe(
      'Content-Length: 10\r\n\r\n{"a":"ü"}',
    );
  });

  it('goes through the outgoing hook, errors too', async () => {
    wire = new Wire({ outgoing: (message) => ({ ...message, seen: true }) });
    wire.peer.onQuick('echo', (params) => params);
    wire.peer.start();
    wire.send(echo(1), request(2, 'nope'));
    wire.peer.notify('note', { a: 1 });
    await wire.heard(3);
    expect(wire.told.map(({ seen }) => seen)).toEqual([true, true, true]);
  });

  it('is never what the outgoing hook could not look at', async () => {
    wire = new Wire({
      outgoing: () => {
        throw new Error('no');
      },
    });
    wire.peer.onQuick('echo', (params) => params);
    wire.peer.start();
    wire.send(echo(1, { secret: 'hunter2' }));
    expect(await wire.heard(1)).toEqual([failure(1, -32603, { code: 'internal' })]);
    expect(() => wire.peer.notify('note')).toThrow('no');
  });
});
