import {
  CONVERSATION_CATALOG,
  type RpcContextUsage,
  type RpcRuntimeState,
  type RpcRuntimeStats,
} from '@kenny/contract';
import type { ConversationRecord } from '@kenny/session';
import { Injectable } from '@nestjs/common';
import {
  ChatReader,
  ChatService,
  ConversationFigures,
  WorkInHand,
  type Figures,
} from '../../../chat/index.js';
import { callableTools, descriptionOf, inputSchemaOf } from '../../../model-tools/index.js';
import { Models, OperatorSettings } from '../../../settings/index.js';
import type { RpcHandlers } from '../rpc-call.js';
import { modelView, PROVIDER } from '../views/model-view.js';
import { questionView } from '../views/question-view.js';
import { sessionPath } from '../views/session-view.js';

type Names = 'runtime/state' | 'runtime/stats' | 'tools/list';

const TURNS = 200;

/** What a conversation does just now, and with what. */
@Injectable()
export class RuntimeMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    chat: ChatService,
    private readonly reader: ChatReader,
    private readonly figures: ConversationFigures,
    private readonly work: WorkInHand,
    private readonly settings: OperatorSettings,
    private readonly models: Models,
  ) {
    this.handlers = {
      'runtime/state': async ({ ctx }, { sessionId }) => this.state(await chat.own(ctx, sessionId)),
      'runtime/stats': async ({ ctx }, { sessionId }) => this.stats(await chat.own(ctx, sessionId)),
      'tools/list': () => ({ tools: TOOLS.map((tool) => ({ type: 'function', function: tool })) }),
    };
  }

  private async state(session: ConversationRecord): Promise<RpcRuntimeState> {
    const { active, queue, waiting, compacting } = await this.work.of(session.id);
    const { chat_model, reasoning_effort, compaction } = await this.settings.of(session.owner_id);
    const usual = chat_model ?? this.models.default;
    const effort = session.effort ?? reasoning_effort ?? null;
    return {
      ...common(session, compaction.enabled),
      model: modelView(this.models.find(session.model ?? usual), { effort, current: true }),
      thinkingLevel: effort,
      // One that waits for a person is a running turn to an editor.
      isStreaming: active !== null,
      isCompacting: compacting,
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
    const { compaction } = await this.settings.of(session.owner_id);
    const { context, summaries, ...counts } = await this.figures.of(session);
    const { userMessages, assistantMessages, toolResults } = counts;
    return {
      ...common(session, compaction.enabled),
      ...counts,
      totalMessages: userMessages + assistantMessages + toolResults + summaries,
      usingSubscription: false,
      tokens: await this.tokens(session.id),
      ...(context ? { contextUsage: usageView(context) } : {}),
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

function common({ id, name }: ConversationRecord, autoCompactionEnabled: boolean) {
  return {
    ...{ sessionFile: sessionPath(id), sessionId: id, rpcSessionId: id, persistentSessionId: id },
    ...{ sessionName: name, autoCompactionEnabled },
  };
}

function usageView({ tokens, window }: NonNullable<Figures['context']>): RpcContextUsage {
  const percent = Math.round((tokens / window) * 10_000) / 100;
  return { tokens, contextWindow: window, percent, estimated: true };
}
