import { PassThrough } from 'node:stream';
import { AcpClient, type AcpConnectOptions } from '../src/index.js';
import { Heard } from './heard.js';
import { HeldClock } from './held-clock.js';

/** A message as the agent gets it. */
export interface Got {
  readonly jsonrpc?: string;
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly type?: string;
  readonly data?: unknown;
}

export const V1 = {
  protocolVersion: 1,
  agentInfo: { name: 'an-agent', version: '0.1.0', title: 'An agent' },
  agentCapabilities: { mcpCapabilities: { http: true } },
};
export const SEED = {
  protocolVersion: '1.0',
  serverInfo: { name: 'augment-agent', version: '1.0.0' },
  capabilities: { streaming: true, sessionResumption: true },
};
export const WHERE = { cwd: '/work', mcpServers: [] };

/** The agent's end of a line, in the hands of a test. */
export class AgentEnd {
  readonly heard = new Heard();
  readonly clock = new HeldClock();
  private readonly input = new PassThrough();
  private readonly output = new PassThrough();
  private readonly got: Got[] = [];
  private readonly waiting: (() => void)[] = [];
  private rest = '';

  constructor() {
    this.output.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.rest + text).split('\n');
      this.rest = lines.pop() ?? '';
      for (const line of lines) this.got.push(JSON.parse(line) as Got);
      for (const look of this.waiting.splice(0)) look();
    });
  }

  connect(options: Partial<AcpConnectOptions> = {}): Promise<AcpClient> {
    const { input, output, clock } = this;
    const { log, onEvent, onPermission } = this.heard;
    const link = { input, output };
    const facts = { link, clock, log, clientVersion: '1.2.3', onEvent, onPermission };
    return AcpClient.connect({ ...facts, ...options });
  }

  /** A client that has got this answer to `initialize`. */
  async connected(answer: object = V1): Promise<AcpClient> {
    const client = this.connect();
    await this.answer('initialize', answer);
    return client;
  }

  /** A client with an open session `s1`. */
  async inSession(answer: object = V1, session: object = {}): Promise<AcpClient> {
    const client = await this.connected(answer);
    const opened = client.newSession(WHERE);
    await this.answer('session/new', { sessionId: 's1', ...session });
    await opened;
    return client;
  }

  /** The next message that the agent gets. */
  async next(): Promise<Got> {
    while (this.got.length === 0) await new Promise<void>((look) => this.waiting.push(look));
    const [message] = this.got.splice(0, 1);
    if (!message) throw new Error('nothing came');
    return message;
  }

  /** The next message, which must be of that method. */
  async gets(method: string): Promise<Got> {
    const message = await this.next();
    if (message.method !== method) throw new Error(`it got ${JSON.stringify(message)}`);
    return message;
  }

  async answer(method: string, result: unknown): Promise<Got> {
    const message = await this.gets(method);
    this.say({ jsonrpc: '2.0', id: message.id, result });
    return message;
  }

  async refuse(method: string, code: number, message = 'no'): Promise<Got> {
    const request = await this.gets(method);
    this.say({ jsonrpc: '2.0', id: request.id, error: { code, message } });
    return request;
  }

  say(...messages: unknown[]): void {
    for (const message of messages) this.raw(`${JSON.stringify(message)}\n`);
  }

  raw(text: string | Uint8Array): void {
    this.input.write(text);
  }

  /** Updates of v1, of session `s1`. */
  update(...updates: object[]): void {
    for (const update of updates) this.notify({ sessionId: 's1', update });
  }

  text(text: string): void {
    this.say(this.words(text));
  }

  /** A message with a text, to be said. */
  words(text: string): object {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } };
  }

  /** Messages that arrive as one piece. */
  together(...messages: unknown[]): void {
    this.raw(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  }

  /** The params of a `session/update`, of any dialect. */
  notify(params: unknown): void {
    this.say({ jsonrpc: '2.0', method: 'session/update', params });
  }

  ask(id: number | string, method: string, params: unknown): void {
    this.say({ jsonrpc: '2.0', id, method, params });
  }

  /** As a program that exits. */
  die(): void {
    this.input.end();
  }

  /** What was said so far has arrived when this has. */
  async settled(): Promise<void> {
    this.ask('settled', 'no/such_method', {});
    for (;;) if ((await this.next()).error?.code === -32601) return;
  }
}
