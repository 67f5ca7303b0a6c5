import {
  CONVERSATION_CATALOG,
  type RpcModel,
  type RpcRuntimeState,
  type RpcRuntimeStats,
} from '@kenny/contract';
import type { ConversationRecord } from '@kenny/session';
import { Inject, Injectable } from '@nestjs/common';
import { ChatReader, ChatService, TurnReader, WorkInHand } from '../../../chat/index.js';
import { APP_CONFIG, type AppConfig } from '../../../config/index.js';
import { callableTools, descriptionOf, inputSchemaOf } from '../../../model-tools/index.js';
import { OperatorSettings } from '../../../settings/index.js';
import type { RpcHandlers } from '../rpc-call.js';
import { questionView } from '../views/question-view.js';
import { sessionPath } from '../views/session-view.js';

type Names = 'runtime/state' | 'runtime/stats' | 'tools/list';

const PROVIDER = 'Anthropic';
const TURNS = 200;

/** What a conversation does just now, and with what. */
@Injectable()
export class RuntimeMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    chat: ChatService,
    private readonly reader: ChatReader,
    private readonly turns: TurnReader,
    private readonly work: WorkInHand,
    private readonly settings: OperatorSettings,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.handlers = {
      'runtime/state': async ({ ctx }, { sessionId }) => this.state(await chat.own(ctx, sessionId)),
      'runtime/stats': async ({ ctx }, { sessionId }) => this.stats(await chat.own(ctx, sessionId)),
      'tools/list': () => ({ tools: TOOLS.map((tool) => ({ type: 'function', function: tool })) }),
    };
  }

  private async state(session: ConversationRecord): Promise<RpcRuntimeState> {
    const { active, queue, waiting } = await this.work.of(session.id);
    const { chat_model, reasoning_effort } = await this.settings.of(session.owner_id);
    const usual = chat_model ?? this.config.anthropic.model;
    const effort = session.effort ?? reasoning_effort ?? null;
    return {
      ...common(session),
      model: modelOf(session.model ?? usual, effort),
      thinkingLevel: effort,
      isStreaming: active !== null && active.status === 'running',
      isCompacting: false,
      steeringMode: 'in-flight',
      followUpMode: 'one-at-a-time',
      autoRetryEnabled: false,
      defaultProvider: PROVIDER,
      defaultModel: `${PROVIDER}/${usual}`,
      defaultThinkingLevel: reasoning_effort ?? null,
      hideThinkingBlock: false,
      quietStartup: false,
      transport: 'kenny-rpc',
      imageAutoResize: false,
      blockImages: false,
      enabledModels: [],
      enableSkillCommands: false,
      messageCount: session.entries,
      pendingMessageCount: queue.length + (active ? 1 : 0),
      pendingQuestions: waiting.flatMap((call) => questionView(session.id, call) ?? []),
    };
  }

  private async stats(session: ConversationRecord): Promise<RpcRuntimeStats> {
    const counts = await this.turns.counts(session.id);
    const count = (type: string): number => counts.get(type) ?? 0;
    const userMessages = session.turns + count('turnSteered');
    const [assistantMessages, toolCalls] = [count('assistantMessage'), count('toolCall')];
    const toolResults = count('toolResult');
    return {
      ...common(session),
      ...{ userMessages, assistantMessages, toolCalls, toolResults },
      totalMessages: userMessages + assistantMessages + toolResults,
      usingSubscription: false,
      tokens: await this.tokens(session.id),
    };
  }

  /** What the provider has counted in all turns. */
  private async tokens(sessionId: string) {
    const all = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    for (let before: number | undefined, more = true; more;) {
      const page = await this.reader.turns(sessionId, before, TURNS);
      for (const { usage } of page) {
        all.input += usage['input_tokens'] ?? 0;
        all.output += usage['output_tokens'] ?? 0;
        all.cacheRead += usage['cache_read_input_tokens'] ?? 0;
        all.cacheWrite += usage['cache_creation_input_tokens'] ?? 0;
      }
      before = page.at(-1)?.number;
      more = page.length === TURNS;
    }
    return { ...all, total: all.input + all.output + all.cacheRead + all.cacheWrite };
  }
}

const TOOLS = [
  ...callableTools().map((tool) => ({
    ...{ name: tool.name, description: descriptionOf(tool) },
    parameters: { ...inputSchemaOf(tool) },
  })),
  ...CONVERSATION_CATALOG.map(({ name, description, args }) => ({
    ...{ name, description, parameters: { ...args } },
  })),
];

function common({ id, name }: ConversationRecord) {
  return {
    ...{ sessionFile: sessionPath(id), sessionId: id, rpcSessionId: id, persistentSessionId: id },
    ...{ sessionName: name, autoCompactionEnabled: false },
  };
}

function modelOf(id: string, effort: string | null): RpcModel {
  return {
    ...{ provider: PROVIDER, id, name: id, reasoning: true, reasoningEffort: effort },
    ...{ current: true, model: id },
  };
}
