import { FakeClock } from '@kenny/testing';
import type { Response } from 'express';
import { Writable } from 'node:stream';
import { CHAT_TIMES } from '../../../chat/index.js';
import { EventStream } from './event-stream.js';

/** Somebody who reads when the test says so. */
class Reader extends Writable {
  text = '';
  held: (() => void) | undefined;
  reading = true;
  readonly headers = new Map<string, string>();

  constructor() {
    super({ highWaterMark: 100 });
  }

  setHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  flushHeaders(): void {
    this.headers.set('flushed', 'yes');
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    if (this.reading) done();
    else this.held = done;
  }

  take(): void {
    this.reading = true;
    this.held?.();
  }
}

const EVENT = { id: 't:1', name: 'answer', data: '{"content":"hi"}' };
let clock: FakeClock;
let reader: Reader;
let standing: boolean;
let stream: EventStream;
const beat = () => clock.advanceAsync(CHAT_TIMES.heartbeatMs);

beforeEach(() => {
  clock = new FakeClock();
  reader = new Reader();
  standing = true;
  const response: unknown = reader;
  stream = new EventStream(response as Response, clock, () => Promise.resolve(standing));
  stream.open();
});

describe('a stream to a reader', () => {
  it('is events as browsers take them, and signs of life in between', async () => {
    expect(reader.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
    await stream.write([EVENT]);
    await beat();
    expect(reader.text).toBe('id: t:1\nevent: answer\ndata: {"content":"hi"}\n\n:\n\n');
    stream.end();
    await beat();
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits for a reader who is busy', async () => {
    reader.reading = false;
    const written = stream.write(Array<typeof EVENT>(10).fill(EVENT));
    let room = false;
    void written.then(() => (room = true));
    await beat();
    expect([room, reader.destroyed]).toEqual([false, false]);
    reader.take();
    await written;
    await beat();
    expect(reader.destroyed).toBe(false);
    expect(reader.text.endsWith(':\n\n')).toBe(true);
  });

  it('drops a reader who takes nothing for a whole interval, and then waits no more', async () => {
    reader.reading = false;
    const written = stream.write(Array<typeof EVENT>(10).fill(EVENT));
    await beat();
    await beat();
    expect(reader.destroyed).toBe(true);
    await written;
  });

  it('ends when its token does not stand any more', async () => {
    standing = false;
    await beat();
    expect(reader.writableEnded).toBe(true);
  });
});
