import { RPC_LIMITS, RPC_PICTURES } from '@kenny/contract';
import { Buffer } from 'node:buffer';
import { ABOUT_PC1, EditorWorld } from '../test/editor-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { saying } from '../test/told-brain.js';

/** Pictures beside a message, through `kenny rpc` and at the socket. */

const world = EditorWorld.forThisFile();

/** A picture of 1 × 1, with as many bytes behind it as one likes. */
function png(bytes = 0): string {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n', 'latin1');
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12);
  head.writeUInt32BE(1, 16);
  head.writeUInt32BE(1, 20);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length))]).toString('base64');
}

const image = (more: object = {}) => ({
  ...{ type: 'image', mimeType: 'image/png', name: 'screen.png', data: png(), ...more },
});

it('reach the model through kenny rpc, as large as is announced', async () => {
  const editor = await world.open();
  const { capabilities } = (await editor.ask('initialize')) as {
    capabilities: { attachments: object; transcript: object };
  };
  expect(capabilities.attachments).toEqual({
    input: {
      ...{ supported: true, method: 'turns/start', encoding: 'base64' },
      ...{ mimeTypes: RPC_PICTURES.types, maxBytes: 10 * 1024 * 1024, maxCount: 8 },
    },
  });
  expect(capabilities.transcript).toMatchObject({ supportsImages: true });
  const { id: sessionId } = await editor.ask('sessions/create', ABOUT_PC1);
  const { brain } = world.chat;
  brain.will(saying('A window.'));
  const data = png(RPC_PICTURES.bytes);
  const attachments = [image(), image({ mimeType: 'IMAGE/PNG', data, name: 'large.png' })];
  const { id } = await editor.ask('turns/start', {
    sessionId,
    input: 'what is that?',
    attachments,
  });
  expect((await editor.finished(id)).payload).toMatchObject({ status: 'completed' });
  const [work] = brain.asked;
  const images = work?.turn.input.images ?? [];
  expect(images.map(({ mime_type, name }) => [mime_type, name])).toEqual([
    ['image/png', 'screen.png'],
    ['image/png', 'large.png'],
  ]);
  const kept = await work?.pictures(images.map((one) => one.id));
  expect([...(kept?.values() ?? [])].sort()).toEqual([png(), data].sort());
});

describe('at the socket', () => {
  let client: RpcTestClient;
  let sessionId: string;
  beforeEach(async () => {
    client = await RpcTestClient.open(world.chat.server.url, world.chat.anna);
    sessionId = (await client.ask('sessions/create', ABOUT_PC1)).id;
  });

  it('are refused in the words and the order of the protocol, and no turn begins', async () => {
    const tooLarge = { sizeBytes: RPC_PICTURES.bytes + 1 };
    const cases: [unknown, string][] = [
      [{}, 'attachments must be an array'],
      [Array(9).fill(7), 'At most 8 image attachments fit in one message'],
      [[7], 'attachment must be an object'],
      [[{}], 'Unsupported attachment type: unknown'],
      [[image({ type: 'file', mimeType: 'x' })], 'Unsupported attachment type: file'],
      [[image({ mimeType: 'image/tiff', data: '' })], 'Unsupported image MIME type: image/tiff'],
      [[{ type: 'image', data: png() }], 'Unsupported image MIME type: unknown'],
      [[image({ data: '', ...tooLarge })], 'Image attachment data must be valid base64'],
      [
        [image({ data: `data:image/png;base64,${png()}`, ...tooLarge })],
        'Image attachment data must be raw base64',
      ],
      [[image({ data: 'not!', ...tooLarge })], 'Image attachment is too large'],
      ...['not!', 'QUJ', 'QQ=A', '====', `${png()}\n`].map((data): [unknown, string] => [
        [image({ data })],
        'Image attachment data must be valid base64',
      ]),
      [[image({ data: png(RPC_PICTURES.bytes + 1) })], 'Image attachment is too large'],
      [
        [image(), image({ mimeType: 'image/gif' })],
        'image 2: the data is not a picture of the type image/gif',
      ],
    ];
    for (const [attachments, message] of cases) {
      expect(await client.fail('turns/start', { sessionId, input: 'look', attachments })).toEqual({
        ...{ number: -32602, code: 'invalid_params', message },
      });
    }
    expect(world.chat.brain.asked).toEqual([]);
    const { sessions } = await client.ask('sessions/list');
    expect(sessions).toEqual([]);
  });

  it('only turns/start may be long, and others hear so', async () => {
    const name = 'x'.repeat(RPC_LIMITS.requestBytes);
    expect(await client.fail('sessions/rename', { sessionId, name })).toMatchObject({
      code: 'frame_too_large',
    });
    expect(await client.ask('tools/list')).toHaveProperty('tools');
  });

  it('of three sockets at once all arrive, though not at the same time', async () => {
    const others = await Promise.all(
      [1, 2].map(() => RpcTestClient.open(world.chat.server.url, world.chat.anna)),
    );
    const data = png(RPC_PICTURES.bytes);
    const attachments = [image({ data }), image({ data })];
    const turns = await Promise.all(
      [client, ...others].map(async (one) => {
        const own = await one.ask('sessions/create', ABOUT_PC1);
        await one.ask('kenny/attach', { sessionId: own.id });
        world.chat.brain.will(saying('I see.'));
        const turn = await one.ask('turns/start', {
          sessionId: own.id,
          input: 'look',
          attachments,
        });
        return (await one.finished(turn.id)).at(-1)?.payload;
      }),
    );
    expect(turns).toEqual(Array(3).fill({ status: 'completed', error: null }));
  });
});
