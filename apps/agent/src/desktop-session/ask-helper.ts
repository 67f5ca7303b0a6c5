import { randomUUID } from 'node:crypto';
import { closeHandle } from '../platform/windows/native/handles.js';
import type {
  NativeFunction,
  NativeLibrary,
  NativeValue,
} from '../platform/windows/native/library.js';
import { handleOf } from '../platform/windows/native/memory-layout.js';
import { FRAME_CAPS, FrameReader, writeFrame } from './frames.js';
import { imageOf, isSamePath, sessionOf, wide } from './peer.js';
import {
  pipeName,
  readAnswer,
  type SessionAction,
  type SessionAnswer,
} from './session-protocol.js';

const READ_AND_WRITE = 0xc000_0000;
const OPEN_EXISTING = 3;
/** The listener learns no identity and cannot impersonate us (we are Local System). */
const SECURITY_ANONYMOUS = 0x0010_0000;
/** All instances of the pipe may be busy for a moment. */
const TRIES = 5;
const BUSY_MS = 1_000;
const CHUNK = 64 * 1024;

export type NoAnswer = 'nobody' | 'stranger' | 'broken';

export type Asked = SessionAnswer | { readonly ok: false; readonly no: NoAnswer };

/**
 * One request to a session's helper, and its answer. The listener must be our own program in that
 * session, checked on the very connection that is then used. Has no timeout: its child process is
 * ended at the deadline.
 */
export function askHelper(
  library: NativeLibrary,
  session: number,
  action: SessionAction,
  program: string,
): Asked {
  const pipe = open(library, pipeName(session));
  if (pipe === undefined) return { ok: false, no: 'nobody' };
  try {
    if (!isOurs(library, pipe, session, program)) return { ok: false, no: 'stranger' };
    const id = randomUUID();
    if (!write(library, pipe, writeFrame({ id, action }, FRAME_CAPS.requestBytes))) {
      return { ok: false, no: 'broken' };
    }
    return readAnswer(read(library, pipe), id) ?? { ok: false, no: 'broken' };
  } finally {
    closeHandle(library, pipe);
  }
}

function open(library: NativeLibrary, name: string): NativeValue | undefined {
  const kernel = library.load('kernel32.dll');
  const create = kernel.func(
    'int64_t __stdcall CreateFileW(void *name, uint32_t access, uint32_t share, void *security, uint32_t how, uint32_t flags, void *template)',
  );
  const wait = kernel.func('int __stdcall WaitNamedPipeW(void *name, uint32_t ms)');
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pipe = handleOf(
      create(wide(name), READ_AND_WRITE, 0, null, OPEN_EXISTING, SECURITY_ANONYMOUS, null),
    );
    if (pipe !== undefined) return pipe;
    if (!wait(wide(name), BUSY_MS)) return undefined;
  }
  return undefined;
}

function isOurs(
  library: NativeLibrary,
  pipe: NativeValue,
  session: number,
  program: string,
): boolean {
  const ask = library
    .load('kernel32.dll')
    .func('int __stdcall GetNamedPipeServerProcessId(int64_t pipe, void *pid)');
  const pid = Buffer.alloc(4);
  if (!ask(pipe, pid)) return false;
  const peer = pid.readUInt32LE(0);
  const image = imageOf(library, peer);
  return image !== undefined && isSamePath(image, program) && sessionOf(library, peer) === session;
}

function write(library: NativeLibrary, pipe: NativeValue, frame: Buffer): boolean {
  const send = library
    .load('kernel32.dll')
    .func(
      'int __stdcall WriteFile(int64_t file, void *bytes, uint32_t size, void *written, void *overlapped)',
    );
  const written = Buffer.alloc(4);
  return (
    Boolean(send(pipe, frame, frame.length, written, null)) &&
    written.readUInt32LE(0) === frame.length
  );
}

/** The one frame that arrives, decoded; undefined when none does. */
function read(library: NativeLibrary, pipe: NativeValue): unknown {
  const receive: NativeFunction = library
    .load('kernel32.dll')
    .func(
      'int __stdcall ReadFile(int64_t file, void *bytes, uint32_t size, void *got, void *overlapped)',
    );
  const reader = new FrameReader(FRAME_CAPS.answerBytes);
  const [bytes, got] = [Buffer.alloc(CHUNK), Buffer.alloc(4)];
  while (receive(pipe, bytes, CHUNK, got, null)) {
    const state = reader.take(bytes.subarray(0, got.readUInt32LE(0)));
    if (state.kind !== 'more') return state.kind === 'frame' ? state.value : undefined;
  }
  return undefined;
}
