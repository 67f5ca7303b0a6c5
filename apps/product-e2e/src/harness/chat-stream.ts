import { API_PATHS, type ChatEventView } from '@kenny/contract';
import type { Api } from './api.js';
import { eventually } from './eventually.js';

/** Reads the events of a conversation as a browser does. */
export class ChatStream {
  readonly events: ChatEventView[] = [];
  /** `id:` of the last one: where a new stream goes on. */
  lastId = '';
  private readonly leaving = new AbortController();

  private constructor() {}

  static async open({ url, token }: Api, sessionId: string, lastId = ''): Promise<ChatStream> {
    const stream = new ChatStream();
    const response = await fetch(url + API_PATHS.chatEvents(sessionId), {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastId === '' ? {} : { 'last-event-id': lastId }),
      },
      signal: stream.leaving.signal,
    });
    const { body, status, headers } = response;
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    if (body) stream.follow(body).catch(() => undefined);
    return stream;
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }

  /** Text as it came, piece by piece. */
  get text(): string {
    const pieces = this.of('assistantDelta').map(({ payload }) => payload['delta']);
    return pieces.join('');
  }

  of(type: ChatEventView['type']): ChatEventView[] {
    return this.events.filter((event) => event.type === type);
  }

  async until(type: ChatEventView['type']): Promise<void> {
    await eventually(`the stream says ${type}`, () =>
      this.of(type).length > 0 ? true : undefined,
    );
  }

  leave(): void {
    this.leaving.abort();
  }

  /** Ends with the server or with us. */
  private async follow(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let buffer = '';
    for await (const chunk of body) {
      buffer += decoder.decode(chunk, { stream: true });
      const blocks = buffer.split('\n\n');
      buffer = blocks.pop() ?? '';
      for (const block of blocks) this.take(block);
    }
  }

  private take(block: string): void {
    const [, id = '', data = ''] = /^id: (.+)\nevent: .+\ndata: (.+)$/.exec(block) ?? [];
    if (id === '') return;
    this.events.push(JSON.parse(data) as ChatEventView);
    this.lastId = id;
  }
}
