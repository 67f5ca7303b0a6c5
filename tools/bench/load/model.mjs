import { once } from 'node:events';
import { createServer } from 'node:http';
import { clearInterval, setInterval } from 'node:timers';

/** What a model sends at a time and how often: about as quick as the quicker ones of them. */
const PIECE = 'twenty letters here ';
const PIECE_MS = 50;
/** A short answer has so many pieces; a long one goes on until it is told to end. */
const SHORT = 5;

/**
 * A model's service that streams, and knows when it began: the answer to a message goes by the
 * message's own words, `short …` or `long …`.
 */
export class Model {
  /** When the first byte of each answer left, by message. */
  begun = new Map();
  pieces = 0;
  #ending = withResolvers();

  async start() {
    const http = (this.http = createServer(
      (request, response) => void this.#answer(request, response),
    ));
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return { url: `http://127.0.0.1:${http.address().port}` };
  }

  close() {
    this.http.closeAllConnections();
    this.http.close();
  }

  /** Long answers come to their end. */
  end() {
    this.#ending.resolve();
    this.#ending = withResolvers();
  }

  async #answer(request, response) {
    // Which models there are is not told.
    if (request.method !== 'POST') return response.writeHead(404).end();
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const message = lastWords(JSON.parse(body));
    const ending = message.startsWith('long') ? this.#ending.promise : undefined;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.begun.set(message, performance.now());
    response.write(HEAD);
    await this.#stream(response, ending);
    response.end(TAIL);
  }

  /** The first piece comes with the head, as it does in answers that are not thought about. */
  #stream(response, ending) {
    return new Promise((resolve) => {
      let left = ending ? Infinity : SHORT;
      const piece = () => {
        if ((left -= 1) < 0 || response.destroyed) return stop();
        response.write(DELTA);
        this.pieces += 1;
      };
      const timer = setInterval(piece, PIECE_MS);
      const stop = () => {
        clearInterval(timer);
        resolve();
      };
      void ending?.then(stop);
      piece();
    });
  }
}

const event = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const HEAD =
  event({
    type: 'message_start',
    message: {
      ...{ id: 'msg_bench', type: 'message', role: 'assistant', model: 'bench', content: [] },
      ...{ stop_reason: null, stop_sequence: null },
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  }) + event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });

const DELTA = event({
  ...{ type: 'content_block_delta', index: 0 },
  delta: { type: 'text_delta', text: PIECE },
});

const TAIL =
  event({ type: 'content_block_stop', index: 0 }) +
  event({
    ...{ type: 'message_delta', usage: { output_tokens: 10 } },
    delta: { stop_reason: 'end_turn', stop_sequence: null },
  }) +
  event({ type: 'message_stop' });

/** Characters of so many pieces. */
export const charactersOf = (pieces) => pieces * PIECE.length;

function lastWords({ messages }) {
  const { content } = messages.at(-1);
  return typeof content === 'string' ? content : content.at(-1).text;
}

function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve) => (made.resolve = resolve));
  return made;
}
