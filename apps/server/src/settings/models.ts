import type Anthropic from '@anthropic-ai/sdk';
import { CHAT_MODEL_PATTERN, type ChatModel } from '@kenny/contract';
import { HOUR_MS, MINUTE_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { CLOCK } from '../kernel/index.js';
import { ModelService } from './model-service.js';

const LIST = {
  /** How long a list counts, and how long a failure is not tried again. */
  freshMs: HOUR_MS,
  retryMs: MINUTE_MS,
  timeoutMs: 10_000,
  most: 500,
  name: 200,
} as const;

/** For when the service cannot be asked. */
const FALLBACK: readonly ChatModel[] = [
  ['claude-opus-4-6', 'Claude Opus 4.6'],
  ['claude-sonnet-4-6', 'Claude Sonnet 4.6'],
  ['claude-haiku-4-5', 'Claude Haiku 4.5'],
].map(([id = '', name = '']) => ({ id, name, context_window: 200_000, reasoning: true }));

const ID = new RegExp(CHAT_MODEL_PATTERN);

interface Known {
  readonly client: Anthropic;
  readonly until: number;
  readonly models: readonly ChatModel[];
}

/** Which models the chat can use, as the model service lists them for this server's key. */
@Injectable()
export class Models {
  private readonly logger = new Logger(Models.name);
  private known: Known | undefined;
  private asking: { readonly client: Anthropic; readonly answer: Promise<Known> } | undefined;

  constructor(
    private readonly service: ModelService,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'anthropic'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The server's own model, `KENNY_CHAT_MODEL`. */
  get default(): string {
    return this.config.anthropic.model;
  }

  /**
   * Newest first, as the service lists them; the last known list or a short one of ours where it
   * cannot be asked. The server's own model is always among them.
   * @throws the signal's reason when it is aborted
   */
  async list(signal?: AbortSignal): Promise<readonly ChatModel[]> {
    signal?.throwIfAborted();
    const client = this.service.client();
    if (!client) return this.withDefault(FALLBACK);
    const fresh = this.known?.client === client && this.clock.monotonic() < this.known.until;
    const known = fresh && this.known ? this.known : await waited(this.ask(client), signal);
    return this.withDefault(known.models);
  }

  /** As it is known by now: nobody waits for the service, which is asked on the side. */
  find(id: string): ChatModel {
    const client = this.service.client();
    const known = client && this.known?.client === client ? this.known : undefined;
    if (client && (!known || this.clock.monotonic() >= known.until)) void this.ask(client);
    const listed = [...(known?.models ?? []), ...FALLBACK].find((model) => model.id === id);
    return listed ?? unlisted(id);
  }

  /** One request for all who wait. */
  private ask(client: Anthropic): Promise<Known> {
    if (this.asking?.client === client) return this.asking.answer;
    const answer = this.fetch(client).then((known) => {
      if (this.asking?.answer === answer) this.asking = undefined;
      this.known = known;
      return known;
    });
    this.asking = { client, answer };
    return answer;
  }

  private async fetch(client: Anthropic): Promise<Known> {
    try {
      const { data } = await client.models.list(
        { limit: LIST.most },
        { timeout: LIST.timeoutMs, maxRetries: 0 },
      );
      const models = data.flatMap(modelFrom).slice(0, LIST.most);
      return { client, models, until: this.clock.monotonic() + LIST.freshMs };
    } catch (error) {
      this.logger.warn(`the models cannot be listed: ${nameOf(error)}`);
      const models = this.known?.client === client ? this.known.models : FALLBACK;
      return { client, models, until: this.clock.monotonic() + LIST.retryMs };
    }
  }

  private withDefault(models: readonly ChatModel[]): readonly ChatModel[] {
    const id = this.default;
    if (models.some((model) => model.id === id)) return models;
    return [FALLBACK.find((model) => model.id === id) ?? unlisted(id), ...models];
  }
}

const unlisted = (id: string): ChatModel => ({
  ...{ id, name: id, context_window: null, reasoning: true },
});

/** The service's word is data: what has no usable id is left out. */
function modelFrom(info: Anthropic.ModelInfo): ChatModel[] {
  const { id, display_name, max_input_tokens, capabilities, lifecycle } = info;
  if (typeof id !== 'string' || !ID.test(id)) return [];
  if (lifecycle === 'retired') return [];
  const name = typeof display_name === 'string' ? display_name.slice(0, LIST.name) : id;
  const window = Number.isSafeInteger(max_input_tokens) ? max_input_tokens : null;
  const reasoning = capabilities?.effort?.supported ?? true;
  return [{ id, name, context_window: window, reasoning }];
}

/** Whoever has gone does not wait; the request goes on for the others. */
async function waited<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Its message may quote what was sent. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : 'unknown';
}
