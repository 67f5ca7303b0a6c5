import { FakeClock } from '@kenny/testing';
import { randomUUID } from 'node:crypto';
import { connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { FRAME_CAPS, FrameReader, writeFrame } from './frames.js';
import { listenForService, type SessionActions } from './session-server.js';

const folder = temporaryFolder();
let clock: FakeClock;
let server: Server;
let asked: string[];
let protectedPaths: string[];

const path = (): string => join(folder.path, 'pipe');

const actions: SessionActions = {
  hello: () => Promise.resolve({ version: '1' }),
  picture: () => Promise.reject(new Error('the screen is locked\n  at somewhere')),
  'start-help': () => Promise.resolve({ pid: 7 }),
  'stop-help': () => Promise.resolve({ stopped: 0 }),
  leave: () => Promise.resolve(undefined),
};

beforeEach(async () => {
  clock = new FakeClock();
  [asked, protectedPaths] = [[], []];
  server = await listenForService({
    path: path(),
    clock,
    protect: (name) => protectedPaths.push(name),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, act]) => [
        name,
        () => {
          asked.push(name);
          return act();
        },
      ]),
    ) as unknown as SessionActions,
  });
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Sends bytes; resolves with the answer, or with undefined when the connection was ended. */
async function send(bytes: Buffer, onOpen?: (socket: Socket) => void): Promise<unknown> {
  const socket = connect(path());
  const reader = new FrameReader(FRAME_CAPS.answerBytes);
  try {
    return await new Promise((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        const state = reader.take(chunk);
        if (state.kind === 'frame') resolve(state.value);
      });
      socket.on('error', () => resolve(undefined));
      socket.on('close', () => resolve(undefined));
      socket.on('connect', () => {
        socket.write(bytes);
        onOpen?.(socket);
      });
    });
  } finally {
    socket.destroy();
  }
}

const question = (action: string, id = randomUUID()): Buffer =>
  writeFrame({ id, action }, FRAME_CAPS.requestBytes);

describe('the helper in a session', () => {
  it('answers one question with its id, and lets nobody in before the pipe is protected', async () => {
    const id = randomUUID();
    expect(await send(question('hello', id))).toEqual({ id, ok: true, value: { version: '1' } });
    expect(protectedPaths).toEqual([path()]);
  });

  it('says why it could not, in one line', async () => {
    expect(await send(question('picture'))).toMatchObject({
      ok: false,
      reason: 'the screen is locked',
    });
  });

  it('does a question once, whoever repeats it', async () => {
    const again = question('start-help');
    expect(await send(again)).toMatchObject({ ok: true });
    expect(await send(again)).toBeUndefined();
    expect(asked).toEqual(['start-help']);
  });

  it.each([
    ['a program of its own choice', writeFrame({ id: randomUUID(), action: 'run' }, 1_000)],
    ['no JSON', Buffer.from([4, 0, 0, 0, 1, 2, 3, 4])],
    ['more than a question can be', Buffer.from([0xff, 0xff, 0xff, 0x7f])],
    ['two questions', Buffer.concat([question('hello'), question('leave')])],
  ])('ends a connection that brings %s', async (_what, bytes) => {
    expect(await send(bytes)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('does not wait for a question without end', async () => {
    const opened = new Promise<void>((resolve) => server.once('connection', () => resolve()));
    const silent = send(Buffer.from([1]));
    await opened;
    clock.advance(5_000);
    expect(await silent).toBeUndefined();
  });

  it('does not take the place of one that is there', async () => {
    const options = { path: path(), actions, clock, protect: () => undefined };
    await expect(listenForService(options)).rejects.toThrow('EADDRINUSE');
  });

  it('does not listen when it cannot keep others out', async () => {
    const open = join(folder.path, 'open');
    const protect = (): never => {
      throw new Error('Windows does not protect the pipe');
    };
    await expect(listenForService({ path: open, actions, clock, protect })).rejects.toThrow(
      'protect',
    );
    const refused = new Promise((resolve) => connect(open).once('error', resolve));
    expect(await refused).toMatchObject({ code: 'ENOENT' });
  });
});
