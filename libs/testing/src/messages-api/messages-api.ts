import type { FixtureMatch, FixtureOpts, LLMock } from '@copilotkit/aimock';
import { once } from 'node:events';
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '@kenny/kernel';
import type { Json } from './blocks.js';
import type {
  Asked,
  FailedAnswer,
  ListedModel,
  ModelAnswer,
  ModelRequest,
  RawEvents,
  SaidAnswer,
} from './model-answers.js';
import { API_VERSION, requestFault } from './request-rules.js';
import { answerIn, ServedAnswers } from './served-answers.js';

const PATH = '/v1/messages';
const MODELS_PATH = '/v1/models';
const CONTEXT = 'x-aimock-context';
const LARGEST_BODY = 32 * 1024 * 1024;

type Turn =
  | { readonly ticket: string; readonly breakAfter: number | undefined }
  | { readonly own: FailedAnswer | RawEvents };

/**
 * The Messages API as a test needs it: aimock answers, and what the real one would refuse is refused
 * before it gets there. Whoever asks what nobody has foreseen gets an error, and `stop` fails.
 */
export class MessagesApi {
  readonly key = 'sk-ant-test-0123456789';
  readonly requests: ModelRequest[] = [];
  readonly served = new ServedAnswers();
  /** How often the models were asked for. */
  listed = 0;
  private think: ((asked: Json) => SaidAnswer | Promise<SaidAnswer>) | undefined;
  private listing: readonly ListedModel[] | FailedAnswer | 'hang' | undefined;
  private readonly queue: Turn[] = [];
  private problems: string[] = [];
  private tickets = 0;
  private waiting: (() => void)[] = [];
  /** Connections that whoever asked has closed before the answer was out. */
  private left = 0;

  private constructor(
    private readonly mock: LLMock,
    private readonly front: Server,
    readonly url: string,
  ) {}

  /** On a free port of this machine. */
  static async start(): Promise<MessagesApi> {
    // Loaded here, so that specs without a model do not wait for it.
    const { LLMock: Mock } = await import('@copilotkit/aimock');
    const mock = new Mock({ host: '127.0.0.1', port: 0, strict: true, logLevel: 'silent' });
    await mock.start();
    const front = createServer();
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    const { port } = front.address() as AddressInfo;
    const api = new MessagesApi(mock, front, `http://127.0.0.1:${port}`);
    front.on('request', (request, response) => {
      api.answer(request, response).catch((error: unknown) => {
        api.problems.push(String(error));
        response.destroy();
      });
    });
    return api;
  }

  /** The next requests are answered so, one after the other, whatever they ask. */
  answers(...answers: readonly ModelAnswer[]): void {
    for (const answer of answers) {
      if ('status' in answer || 'events' in answer) {
        this.queue.push({ own: answer });
        continue;
      }
      this.queue.push(this.fixedTurn(answer));
    }
  }

  /** Every request like this is answered so, where no answer is next in the queue. */
  when(asked: Asked, answer: SaidAnswer): void {
    this.fix(asked, answer);
  }

  /** Every request that has no answer in the queue is answered by what this makes of it. */
  thinks(think: (asked: Json) => SaidAnswer | Promise<SaidAnswer>): void {
    this.think = think;
  }

  /** From now on the models are these, or the request for them fails so. */
  lists(models: readonly ListedModel[] | FailedAnswer | 'hang'): void {
    this.listing = models;
  }

  /** Resolves when so many requests have come in all. */
  async asked(count: number): Promise<void> {
    await this.until(() => this.requests.length >= count);
  }

  /** Resolves when so many have hung up before their answer was out. */
  async hungUp(count: number): Promise<void> {
    await this.until(() => this.left >= count);
  }

  /** What was refused so far; whoever takes it has expected it. */
  takeProblems(): string[] {
    const problems = this.problems;
    this.problems = [];
    return problems;
  }

  /** @throws Error when a request was refused, or an answer was not asked for */
  async stop(): Promise<void> {
    this.front.closeAllConnections();
    this.front.close();
    await this.mock.stop();
    const left = this.queue.length > 0 ? [`${this.queue.length} answers were not asked for`] : [];
    const problems = [...this.problems, ...left];
    if (problems.length > 0) throw new Error(`the Messages API: ${problems.join('; ')}`);
  }

  private fixedTurn(answer: SaidAnswer): Turn & { readonly ticket: string } {
    this.tickets += 1;
    const ticket = `turn-${this.tickets}`;
    this.fix({ context: ticket }, answer);
    return { ticket, breakAfter: answer.breakAfter };
  }

  private fix(match: FixtureMatch, answer: SaidAnswer): void {
    const { text, thinking, signature, redacted, calls, stop, usage } = answer;
    const options: FixtureOpts = {
      chunkSize: answer.chunkSize ?? 20,
      ...(answer.pauseMs === undefined ? {} : { latency: answer.pauseMs }),
    };
    const more = {
      ...(thinking === undefined ? {} : { reasoning: thinking }),
      ...(signature === undefined ? {} : { reasoningSignature: signature }),
      ...(redacted === undefined ? {} : { redactedThinking: [...redacted] }),
      ...(stop === undefined ? {} : { finishReason: stop }),
      ...(usage === undefined ? {} : { usage }),
    };
    const toolCalls = calls?.map(({ id, name, args }) => ({
      ...{ name, arguments: JSON.stringify(args ?? {}) },
      ...(id === undefined ? {} : { id }),
    }));
    if (toolCalls === undefined) this.mock.on(match, { content: text ?? '', ...more }, options);
    else if (text === undefined) this.mock.on(match, { toolCalls, ...more }, options);
    else this.mock.on(match, { content: text, toolCalls, ...more }, options);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url?.split('?')[0] === MODELS_PATH) {
      return this.answerModels(request, response);
    }
    const text = await textOf(request);
    const body: unknown = parsed(text);
    this.requests.push({ headers: request.headers, text, body: isObject(body) ? body : {} });
    this.wake();
    response.on('close', () => {
      if (response.writableFinished) return;
      this.left += 1;
      this.wake();
    });
    const refusal = this.refusalOf(request, text, body);
    if (refusal) return this.refuse(response, ...refusal);
    const turn = this.queue.shift() ?? (await this.thought(body));
    if (turn && 'own' in turn) return this.play(turn.own, response);
    this.forward({ request, response, text, ...turn });
  }

  private async thought(body: unknown): Promise<Turn | undefined> {
    return this.think && isObject(body) ? this.fixedTurn(await this.think(body)) : undefined;
  }

  private answerModels(request: IncomingMessage, response: ServerResponse): void {
    this.listed += 1;
    this.wake();
    const refusal = this.callerFault(request);
    if (refusal) return this.refuse(response, ...refusal);
    const { listing } = this;
    if (listing === 'hang') return;
    if (listing === undefined) {
      return this.refuse(response, 400, 'invalid_request_error', 'nobody has said which models');
    }
    if ('status' in listing) return fail(response, listing);
    const data = listing.map((model) => ({ ...MODEL, display_name: model.id, ...model }));
    const page = { data, has_more: false, first_id: data.at(0)?.id, last_id: data.at(-1)?.id };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(page));
  }

  private callerFault({ headers }: IncomingMessage): [number, string, string] | undefined {
    if (headers.authorization !== `Bearer ${this.key}`) {
      return [401, 'authentication_error', 'invalid bearer token'];
    }
    if (headers['anthropic-version'] !== API_VERSION) {
      return [400, 'invalid_request_error', 'anthropic-version: not a version that is known here'];
    }
    return undefined;
  }

  private refusalOf(
    request: IncomingMessage,
    text: string,
    body: unknown,
  ): [number, string, string] | undefined {
    const { method, url } = request;
    if (method !== 'POST' || url !== PATH) return [404, 'not_found_error', `${method} ${url}`];
    const caller = this.callerFault(request);
    if (caller) return caller;
    if (text.length > LARGEST_BODY) return [413, 'request_too_large', 'Request exceeds 32 MB'];
    const fault = requestFault(body, this.served);
    return fault === undefined ? undefined : [400, 'invalid_request_error', fault];
  }

  private refuse(response: ServerResponse, status: number, type: string, message: string): void {
    this.problems.push(`${status} ${message}`);
    fail(response, { status, error: { type, message } });
  }

  private play(answer: FailedAnswer | RawEvents, response: ServerResponse): void {
    if ('status' in answer) return fail(response, answer);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const stream = answer.events.map(frame).join('');
    response.write(stream, () => {
      if (answer.then === 'break') response.destroy();
    });
    if (answer.then !== 'end') return;
    this.remember(stream);
    response.end();
  }

  /** To aimock and back, byte for byte. */
  private forward({ request, response, text, ticket, breakAfter }: Forwarded): void {
    const { method, headers } = request;
    const context = ticket === undefined ? {} : { [CONTEXT]: ticket };
    const upstream = send(`${this.mock.url}${PATH}`, {
      method,
      headers: { ...headers, ...context },
    });
    upstream.on('response', (answer) => {
      if (answer.statusCode === 503) {
        answer.resume();
        return this.refuse(
          response,
          400,
          'invalid_request_error',
          'nobody has said what to answer',
        );
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      let stream = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        stream += chunk;
        if (breakAfter === undefined) response.write(chunk);
      });
      answer.on('end', () => {
        if (breakAfter !== undefined) return breakOff(response, stream, breakAfter);
        this.remember(stream);
        response.end();
      });
      answer.on('error', () => response.destroy());
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    upstream.end(text);
  }

  private remember(stream: string): void {
    const answer = answerIn(stream);
    if (answer) this.served.add(answer);
  }

  private async until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** As the real endpoint tells of one. */
const MODEL = {
  ...{ type: 'model', created_at: '2026-02-17T00:00:00Z', lifecycle: 'active', line: null },
  ...{ deprecated_at: null, retires_at: null, max_input_tokens: 200_000, max_tokens: 64_000 },
  capabilities: { effort: { supported: true } },
};

interface Forwarded {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly text: string;
  readonly ticket?: string;
  readonly breakAfter?: number | undefined;
}

/** The connection is lost when so many events have arrived. (aimock would lose them as well.) */
function breakOff(response: ServerResponse, stream: string, events: number): void {
  const part = stream.split('\n\n').slice(0, events).join('\n\n');
  response.write(`${part}\n\n`, () => response.destroy());
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function frame(event: Json): string {
  return `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`;
}

function fail(response: ServerResponse, { status, error, headers = {} }: FailedAnswer): void {
  response.writeHead(status, {
    ...{ 'content-type': 'application/json', 'request-id': 'req_test' },
    ...headers,
  });
  response.end(JSON.stringify({ type: 'error', error }));
}
