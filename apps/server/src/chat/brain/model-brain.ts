import Anthropic, { APIUserAbortError } from '@anthropic-ai/sdk';
import { MODEL_FAULTS } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import {
  BrainFailure,
  type Brain,
  type BrainVoice,
  type BrainWork,
  type Thought,
} from '@kenny/session';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { CLOCK } from '../../kernel/index.js';
import { BUDGETS, MODEL_LIMITS, RETRIES, type Budget } from '../limits.js';
import { pause, pauseBefore } from './backoff.js';
import { conversationOf, type Conversation } from './conversation.js';
import { failureOf, troubleOf, type Trouble } from './faults.js';
import { CACHED, MODEL_TOOLS } from './tool-definitions.js';
import { readAnswer, type Answer } from './read-answer.js';
import { selectedPc, SYSTEM_PROMPT } from './system-prompt.js';
import { thoughtOf } from './thought.js';
import { ToldResults } from './told-results.js';

type Request = Anthropic.MessageCreateParamsNonStreaming;
type Outcome = { readonly answer: Answer } | { readonly trouble: Trouble };

/** DI token of the `Brain` that answers in conversations. */
export const BRAIN = Symbol('BRAIN');

/** Claude behind its Messages API (D8): one thought is one answer; the engine runs the tools. */
@Injectable()
export class ModelBrain implements Brain {
  private readonly logger = new Logger(ModelBrain.name);
  private readonly client: Anthropic | null;
  private readonly told = new ToldResults();

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'anthropic'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.client = clientOf(config.anthropic);
  }

  /** Why chat is unavailable; null when it is available. */
  get unavailable(): string | null {
    return this.client ? null : MODEL_FAULTS.chat_unavailable;
  }

  /** @throws BrainFailure in words for people; the signal's reason or an abort when it is aborted */
  async think(work: BrainWork, voice: BrainVoice, signal: AbortSignal): Promise<Thought> {
    const { client } = this;
    if (!client) throw new BrainFailure('chat_unavailable', MODEL_FAULTS.chat_unavailable);
    const [whole, small] = BUDGETS;
    const first = await this.attempt(client, { work, budget: whole, voice, signal });
    if ('answer' in first) return thoughtOf(first.answer);
    if (!first.trouble.tooMuch || !first.heavy) throw failureOf(first.trouble);
    this.logger.warn(`a conversation is tried with less of its results: ${first.trouble.fault}`);
    const second = await this.attempt(client, { work, budget: small, voice, signal });
    if ('answer' in second) return thoughtOf(second.answer);
    throw failureOf(second.trouble);
  }

  private async attempt(
    client: Anthropic,
    { work, budget, voice, signal }: Attempt,
  ): Promise<Outcome & Pick<Conversation, 'heavy'>> {
    const { messages, heavy } = await conversationOf(work.entries, budget, this.told);
    const request = this.requestOf(work, messages);
    return { ...(await this.insist(client, request, voice, signal)), heavy };
  }

  private requestOf({ session }: BrainWork, messages: Anthropic.MessageParam[]): Request {
    return {
      model: this.config.anthropic.model,
      max_tokens: MODEL_LIMITS.answerTokens,
      system: [
        { type: 'text', text: SYSTEM_PROMPT, cache_control: CACHED },
        { type: 'text', text: selectedPc(session.agent_id) },
      ],
      tools: [...MODEL_TOOLS],
      messages,
    };
  }

  /** Retries the request until an answer or a permanent failure. */
  private async insist(
    client: Anthropic,
    request: Request,
    voice: BrainVoice,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { clock } = this;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return { answer: await readAnswer(client, request, voice, { clock, signal }) };
      } catch (error) {
        if (signal.aborted || error instanceof APIUserAbortError) throw error;
        const trouble = troubleOf(error);
        const { fault, requestId } = trouble;
        this.logger.warn(`the model gave no answer: ${fault} (request ${requestId ?? 'unknown'})`);
        if (!trouble.retry || attempt >= RETRIES.attempts) return { trouble };
        await this.wait(trouble, { attempt: attempt + 1, model: request.model }, voice, signal);
      }
    }
  }

  /** Discards the deltas so far: the retry starts the answer over. */
  private async wait(
    { afterMs, message }: Trouble,
    { attempt, model }: { attempt: number; model: string },
    voice: BrainVoice,
    signal: AbortSignal,
  ): Promise<void> {
    const ms = pauseBefore(attempt, afterMs, Math.random());
    const payload = {
      ...{ provider: PROVIDER, model, attempt, maxAttempts: RETRIES.attempts },
      ...{ delaySeconds: ms / 1000, error: message },
    };
    voice.observe({ type: 'modelRetry', payload });
    await pause(this.clock, ms, signal);
  }
}

interface Attempt {
  readonly work: BrainWork;
  readonly budget: Budget;
  readonly voice: BrainVoice;
  readonly signal: AbortSignal;
}

const PROVIDER = 'anthropic';

/** Every option is explicit: the SDK must not read keys or addresses from the environment. */
function clientOf({ apiKey, baseUrl }: AppConfig['anthropic']): Anthropic | null {
  if (apiKey === null) return null;
  return new Anthropic({
    apiKey,
    authToken: null,
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: 'off',
    // Never send the key to a host that the configuration does not name.
    fetchOptions: { redirect: 'error' },
  });
}
