import type { Clock } from '@kenny/kernel';
import { createServer, type Server, type Socket } from 'node:net';
import { errorText } from '../errors/error-code.js';
import { FRAME_CAPS, FrameReader, writeFrame } from './frames.js';
import { readRequest, type SessionAction, type SessionAnswer } from './session-protocol.js';

/** Handler for each action; its result travels as JSON. */
export type SessionActions = { readonly [A in SessionAction]: () => Promise<unknown> };

export interface SessionServerOptions {
  readonly path: string;
  readonly actions: SessionActions;
  readonly clock: Clock;
  /** Restricts access to the pipe that was just made. @throws Error */
  readonly protect: (path: string) => void;
}

/** A client must send its request at once; answers take as long as the slowest action. */
const REQUEST_MS = 5_000;
const LINGER_MS = 10_000;
/** Request ids remembered against replay. */
const REMEMBERED = 1_000;

/**
 * Listens for the service: one connection carries one request and one answer, and an id counts
 * once.
 * @throws Error when somebody else already listens there
 */
export async function listenForService(options: SessionServerOptions): Promise<Server> {
  const seen = new Set<string>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    serve(socket, options, seen);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.path, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  try {
    options.protect(options.path);
  } catch (error) {
    server.close();
    throw error;
  }
  return server;
}

function serve(socket: Socket, options: SessionServerOptions, seen: Set<string>): void {
  const { clock } = options;
  const reader = new FrameReader(FRAME_CAPS.requestBytes);
  let deadline = clock.setTimer(() => socket.destroy(), REQUEST_MS);
  // A client that disconnects changes nothing: its action runs anyway.
  socket.on('error', () => undefined);
  socket.on('close', () => deadline.cancel());
  socket.on('data', (chunk: Buffer) => {
    const state = reader.take(chunk);
    if (state.kind === 'more') return;
    deadline.cancel();
    const request = state.kind === 'frame' ? readRequest(state.value) : undefined;
    if (!request || seen.has(request.id)) return void socket.destroy();
    remember(seen, request.id);
    void answer(request.id, options.actions[request.action]).then((frame) => {
      // Closing a pipe discards unread data and there is no half-close, so the client closes it.
      socket.write(frame);
      deadline = clock.setTimer(() => socket.destroy(), LINGER_MS);
    });
  });
  socket.on('end', () => socket.destroy());
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
}

async function answer(id: string, act: () => Promise<unknown>): Promise<Buffer> {
  const fail = (error: unknown): SessionAnswer => ({ id, ok: false, reason: errorText(error) });
  try {
    return writeFrame({ id, ok: true, value: (await act()) ?? null }, FRAME_CAPS.answerBytes);
  } catch (error) {
    return writeFrame(fail(error), FRAME_CAPS.answerBytes);
  }
}
