import fc from 'fast-check';
import { FRAME_CAPS, FrameReader, type FrameState, writeFrame } from './frames.js';
import { readAnswer, readRequest, SESSION_ACTIONS } from './session-protocol.js';

const CAP = 2_000;

/** The bytes in pieces of the given sizes, and what the reader says after the last. */
function readInPieces(bytes: Buffer, sizes: readonly number[], cap = CAP): FrameState {
  const reader = new FrameReader(cap);
  let state: FrameState = { kind: 'more' };
  for (let at = 0, piece = 0; at < bytes.length && state.kind === 'more'; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1;
    state = reader.take(bytes.subarray(at, at + size));
    at += size;
  }
  return state;
}

const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });

describe('a frame between the service and a session', () => {
  it('arrives as it was, in whatever pieces', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), sizes, (value, pieces) => {
        const frame = writeFrame(value, 100_000);
        const state = readInPieces(frame, pieces, 100_000);
        expect(state).toEqual({
          kind: 'frame',
          value: JSON.parse(JSON.stringify(value)) as unknown,
        });
      }),
    );
  });

  it('is no frame yet as long as a byte is missing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), sizes, (value, pieces) => {
        const frame = writeFrame(value, 100_000);
        expect(readInPieces(frame.subarray(0, -1), pieces, 100_000)).toEqual({ kind: 'more' });
      }),
    );
  });

  it('is broken, and keeps nothing for long, when its bytes are anybody’s', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 200 }), sizes, (bytes, pieces) => {
        const frame = Buffer.from(bytes);
        const state = readInPieces(frame, pieces);
        const length = frame.readUInt32LE(0);
        if (length > CAP) expect(state).toMatchObject({ kind: 'broken' });
        if (state.kind === 'more') expect(frame.length).toBeLessThan(4 + length);
      }),
    );
  });

  it('is refused above its cap before its bytes have come, and when more comes behind it', () => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(CAP + 1);
    expect(readInPieces(head, [4])).toEqual({ kind: 'broken', reason: 'the frame is too large' });
    const twice = Buffer.concat([writeFrame(1, CAP), writeFrame(2, CAP)]);
    expect(readInPieces(twice, [100])).toMatchObject({ reason: 'there is more than one frame' });
    expect(() => writeFrame('x'.repeat(CAP), CAP)).toThrow('too large');
  });

  it('holds a picture as large as may be sent', () => {
    expect(FRAME_CAPS.answerBytes).toBeGreaterThan((FRAME_CAPS.answerBytes / 2) * (4 / 3) + 1_000);
  });
});

describe('what stands in it', () => {
  const id = '00000000-0000-4000-8000-000000000000';

  it('is a question that the helper knows, or none', () => {
    for (const action of SESSION_ACTIONS) {
      expect(readRequest({ id, action, program: 'cmd.exe' })).toEqual({ id, action });
    }
    const others = [null, [], 'x', { id }, { id: 'short', action: 'hello' }, { id, action: 'run' }];
    for (const other of others) expect(readRequest(other)).toBeUndefined();
  });

  it('is the answer to this very question, or none', () => {
    expect(readAnswer({ id, ok: true, value: 1 }, id)).toEqual({ id, ok: true, value: 1 });
    expect(readAnswer({ id, ok: false, reason: 'no\nmore' }, id)).toMatchObject({ reason: 'no' });
    for (const other of [
      null,
      { ok: true, value: 1 },
      { id: 'other', ok: true },
      { id, ok: false },
    ]) {
      expect(readAnswer(other, id)).toBeUndefined();
    }
  });

  it('is never an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => [readRequest(value), readAnswer(value, id)]).not.toThrow();
      }),
    );
  });
});
