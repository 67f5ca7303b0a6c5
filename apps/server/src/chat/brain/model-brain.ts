import { APIUserAbortError } from '@anthropic-ai/sdk';
import type Anthropic from '@anthropic-ai/sdk';
import { CHAT_EFFORTS, MODEL_FAULTS } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import {
  BrainFailure,
  type Brain,
  type BrainVoice,
  type BrainWork,
  type Compactor,
  type ConversationRecord,
  type Entry,
  type SummaryWork,
  type Thought,
} from '@kenny/session';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, EventBus } from '../../kernel/index.js';
import { Models, ModelService, OperatorSettings } from '../../settings/index.js';
import { BUDGETS, MODEL_LIMITS, RETRIES, SUMMARY_COST, type Budget } from '../limits.js';
import { pause, pauseBefore } from './backoff.js';
import { conversationOf, type Conversation } from './conversation.js';
import { failureOf, troubleOf, type Trouble } from './faults.js';
import { OperatorNotes } from './operator-notes.js';
import { CACHED, MODEL_TOOLS } from './tool-definitions.js';
import { readAnswer, type Answer } from './read-answer.js';
import { SUMMARY_PROMPT, summaryMessage, tokensOf } from './summary-request.js';
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
  private readonly told = new ToldResults();

  constructor(
    private readonly service: ModelService,
    @Inject(OperatorSettings) private readonly settings: Pick<OperatorSettings, 'of'>,
    @Inject(OperatorNotes) private readonly notes: Pick<OperatorNotes, 'of'>,
    @Inject(Models) private readonly models: Pick<Models, 'find' | 'default'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EventBus) private readonly bus: Pick<EventBus, 'emit'>,
  ) {}

  /** Why chat is unavailable; null when it is available. */
  get unavailable(): string | null {
    return this.service.unavailable;
  }

  get compactor(): Compactor {
    return {
      tokensOf,
      room: async ({ model, owner_id }) => {
        const { chat_model, compaction } = await this.settings.of(owner_id);
        const { context_window } = this.models.find(model ?? chat_model ?? this.models.default);
        return { window: context_window || SUMMARY_COST.window, settings: compaction };
      },
      summarise: (work, instructions, signal) => this.summarise(work, instructions, signal),
    };
  }

  private async summarise(
    { session, older, begun, previous }: SummaryWork,
    instructions: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { share } = SUMMARY_COST;
    const ask = (entries: readonly Entry[], before: string | null, most: number) =>
      this.summary(session, summaryMessage(entries, before, instructions), most, signal);
    const whole =
      older.length > 0 || previous !== null ? [await ask(older, previous, share.older)] : [];
    if (begun.length === 0) return whole.join('');
    return [...whole, `${SPLIT_TURN}\n\n${await ask(begun, null, share.begun)}`].join(
      '\n\n---\n\n',
    );
  }

  private async summary(
    { model, owner_id }: ConversationRecord,
    message: Anthropic.MessageParam,
    share: number,
    signal: AbortSignal,
  ): Promise<string> {
    const client = this.service.client();
    if (!client) throw new BrainFailure('chat_unavailable', MODEL_FAULTS.chat_unavailable);
    const own = await this.settings.of(owner_id);
    const most = Math.floor(own.compaction.reserve_tokens * share);
    const request: Request = {
      model: model ?? own.chat_model ?? this.models.default,
      max_tokens: Math.min(most, MODEL_LIMITS.answerTokens),
      system: [{ type: 'text', text: SUMMARY_PROMPT }],
      messages: [message],
    };
    const outcome = await this.insist(client, request, UNHEARD, signal);
    if ('trouble' in outcome) throw failureOf(outcome.trouble);
    const { text, stop } = this.heard(outcome.answer);
    if (typeof stop === 'object') throw new BrainFailure(stop.early.code, stop.early.message);
    return text;
  }

  /** @throws BrainFailure in words for people; the signal's reason or an abort when it is aborted */
  async think(work: BrainWork, voice: BrainVoice, signal: AbortSignal): Promise<Thought> {
    const client = this.service.client();
    if (!client) throw new BrainFailure('chat_unavailable', MODEL_FAULTS.chat_unavailable);
    const [whole, small] = BUDGETS;
    const first = await this.attempt(client, { work, budget: whole, voice, signal });
    if ('answer' in first) return this.heard(first.answer);
    if (!first.trouble.tooMuch || !first.heavy) throw failureOf(first.trouble);
    this.logger.warn(`a conversation is tried with less of its results: ${first.trouble.fault}`);
    const second = await this.attempt(client, { work, budget: small, voice, signal });
    if ('answer' in second) return this.heard(second.answer);
    throw failureOf(second.trouble);
  }

  private heard(answer: Answer): Thought {
    const thought = thoughtOf(answer);
    this.bus.emit('model.answered', { usage: thought.usage ?? {} });
    return thought;
  }

  private async attempt(
    client: Anthropic,
    { work, budget, voice, signal }: Attempt,
  ): Promise<Outcome & Pick<Conversation, 'heavy'>> {
    const { messages, heavy } = await conversationOf(work, budget, this.told);
    const request = await this.requestOf(work, messages);
    return { ...(await this.insist(client, request, voice, signal)), heavy };
  }

  private async requestOf(work: BrainWork, messages: Anthropic.MessageParam[]): Promise<Request> {
    const { session, turn } = work;
    const { model, effort } = turn.chosen ?? session;
    const own = await this.settings.of(session.owner_id);
    const notes = await this.notes.of(work);
    return {
      model: model ?? own.chat_model ?? this.models.default,
      ...effortOf(effort ?? own.reasoning_effort),
      max_tokens: MODEL_LIMITS.answerTokens,
      system: [
        { type: 'text', text: SYSTEM_PROMPT, cache_control: CACHED },
        { type: 'text', text: selectedPc(session.agent_id) },
        ...notes.blocks,
      ],
      tools: [...MODEL_TOOLS, ...notes.tools],
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

/** As the beginning of a turn is marked in the summary of a conversation. */
const SPLIT_TURN = 'Turn Context (split turn)';

/** Nobody watches a summary being written. */
const UNHEARD: BrainVoice = { delta: () => undefined, observe: () => undefined };

interface Attempt {
  readonly work: BrainWork;
  readonly budget: Budget;
  readonly voice: BrainVoice;
  readonly signal: AbortSignal;
}

/** How hard the model thinks; without a choice the service's own default counts. */
function effortOf(effort: string | null): Pick<Request, 'thinking' | 'output_config'> {
  const known = CHAT_EFFORTS.find((one) => one === effort);
  return known ? { thinking: { type: 'adaptive' }, output_config: { effort: known } } : {};
}

const PROVIDER = 'anthropic';
