import { CHAT_PLACE_PATTERN, chatPlaceOf, type ChatEventView } from '@kenny/contract';
import type { AServer } from './a-server.js';

/** One event as it stood in the stream. */
export interface ReadEvent {
  readonly id: string;
  readonly name: string;
  readonly event: ChatEventView;
}

const PLACE = new RegExp(CHAT_PLACE_PATTERN);

/** Reads a stream of events as a browser does; what is no such stream fails the test. */
export class EventReader {
  readonly read: ReadEvent[] = [];
  beats = 0;
  ended = false;
  private buffer = '';
  private readonly waiting = new Set<() => void>();
  private readonly leaving = new AbortController();
  private fault: unknown;

  private constructor(readonly status: number) {}

  static async open(
    server: AServer,
    sessionId: string,
    { token, query = '', headers = {} }: OpenOptions,
  ): Promise<EventReader> {
    const path = `/api/chat/sessions/${sessionId}/events${query}`;
    const leaving = new AbortController();
    const response = await fetch(server.url + path, {
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      signal: leaving.signal,
    });
    const reader = new EventReader(response.status);
    reader.leaving.signal.addEventListener('abort', () => leaving.abort());
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && !type.startsWith('text/event-stream')) throw new Error(`${path}: ${type}`);
    if (response.ok && response.body) void reader.follow(response.body);
    else reader.buffer = await response.text();
    return reader;
  }

  /** What was answered instead of a stream. */
  get text(): string {
    return this.buffer;
  }

  get names(): string[] {
    return this.read.map(({ name }) => name);
  }

  /** Waits for so many events of that name. */
  async until(name: string, count = 1): Promise<void> {
    await this.when(() => this.names.filter((one) => one === name).length >= count);
  }

  /** Waits for the end of the stream. */
  async end(): Promise<void> {
    await this.when(() => this.ended);
  }

  leave(): void {
    this.leaving.abort();
  }

  private async when(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.fault) throw new Error('the stream is none', { cause: this.fault });
      if (this.ended) throw new Error(`it ended after ${this.names.join()}`);
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  private async follow(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        this.buffer += decoder.decode(chunk, { stream: true });
        this.take();
        this.look();
      }
    } catch (error) {
      if (!this.leaving.signal.aborted) this.fault = error;
    }
    this.ended = true;
    this.look();
  }

  private take(): void {
    const blocks = this.buffer.split('\n\n');
    this.buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block === ':') this.beats += 1;
      else this.read.push(eventIn(block));
    }
  }

  private look(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

export interface OpenOptions {
  readonly token: string | null;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function eventIn(block: string): ReadEvent {
  const [, id = '', name = '', data = ''] = /^id: (.+)\nevent: (.+)\ndata: (.+)$/.exec(block) ?? [];
  const event = JSON.parse(data) as ChatEventView;
  if (!PLACE.test(id) || id !== chatPlaceOf(event) || name !== event.type) {
    throw new Error(`no event of ours: ${block}`);
  }
  return { id, name, event };
}
