import type { MemoryEntry, MemoryLayer, RpcAddMemory, RpcMemoryList } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { ChatService, MemorySummaries } from '../../../chat/index.js';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { MemoryService, type MemoryWhy } from '../../../memory/index.js';
import { mustBeOperator, OperatorSettings } from '../../../settings/index.js';
import type { RpcHandlers } from '../rpc-call.js';
import { rpcError } from '../rpc-error.js';

type Names =
  | `memory/${'status' | 'enable' | 'disable' | 'list' | 'add' | 'addCore' | 'forget'}`
  | `memory/${'promote' | 'inspect' | 'why' | 'summarize'}`
  | `memory/autoSummary/${'enable' | 'disable'}`;

/** There are no files. */
const PATHS = { core: null, soft: null, events: null };
const EVERYWHERE = 'global';
const NO_RETRIEVAL = 'No memory retrieval has run yet.';

/** What is remembered for the operator (ADR 0064), in the words of seed 004. */
@Injectable()
export class MemoryMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(
    private readonly memory: MemoryService,
    private readonly settings: OperatorSettings,
    private readonly chat: ChatService,
    summaries: MemorySummaries,
  ) {
    const enabled = (on: boolean) => async (call: { ctx: CallContext }) => {
      const now = await settings.change(call.ctx, { memory: { enabled: on } });
      return { enabled: now.memory.enabled };
    };
    const autoSummary = (on: boolean) => async (call: { ctx: CallContext }) => {
      const now = await settings.change(call.ctx, { memory: { auto_summary: on } });
      return { autoSummary: now.memory.auto_summary };
    };
    this.handlers = {
      'memory/status': ({ ctx }) => this.status(ctx),
      'memory/enable': enabled(true),
      'memory/disable': enabled(false),
      'memory/autoSummary/enable': autoSummary(true),
      'memory/autoSummary/disable': autoSummary(false),
      'memory/list': async ({ ctx }, { includeInactive }) => {
        const { core, soft } = await this.stored(ctx, includeInactive === true);
        return inBothShapes(core, soft);
      },
      'memory/add': ({ ctx }, params) => this.add(ctx, 'soft', params),
      'memory/addCore': ({ ctx }, params) => this.add(ctx, 'core', params),
      'memory/forget': async ({ ctx }, { id }) => ({ forgotten: await memory.forget(ctx, id) }),
      'memory/promote': async ({ ctx }, { id }) => ({ memory: await this.promoted(ctx, id) }),
      'memory/inspect': async ({ ctx }) => {
        const { core, soft } = await this.stored(ctx, true);
        return { ...(await this.status(ctx)), core, soft };
      },
      'memory/why': async ({ ctx }, { sessionId }) => this.why(ctx, sessionId ?? undefined),
      'memory/summarize': async ({ ctx, request: { signal } }, { sessionId }) => ({
        memories: (await summaries.of(ctx, sessionId, signal)).map(shown),
      }),
    };
  }

  private async status(ctx: CallContext) {
    const { memory } = await this.settings.of(mustBeOperator(ctx));
    return { enabled: memory.enabled, autoSummary: memory.auto_summary, paths: PATHS };
  }

  private async stored(ctx: CallContext, include_inactive: boolean) {
    const { core, soft } = await this.memory.list(ctx, { include_inactive });
    return { core: core.map(shown), soft: soft.map(shown) };
  }

  private async add(ctx: CallContext, layer: MemoryLayer, { text, scope, tags }: RpcAddMemory) {
    const made = await this.memory.add(ctx, {
      ...{ text, layer, scope: scope ?? EVERYWHERE, tags: tags ?? [] },
    });
    return { memory: shown(made) };
  }

  private async promoted(ctx: CallContext, id: string) {
    try {
      return shown(await this.memory.promote(ctx, id));
    } catch (error) {
      if (!(error instanceof KennyError) || error.code !== 'not_found') throw error;
      throw rpcError('invalid_params', `Unknown soft memory: ${id}`, { kenny: error.code });
    }
  }

  private async why(ctx: CallContext, sessionId: string | undefined) {
    const session = sessionId === undefined ? undefined : await this.chat.own(ctx, sessionId);
    const why = this.memory.why(mustBeOperator(ctx), session?.id);
    return why ? { retrieval: explained(why) } : { message: NO_RETRIEVAL };
  }
}

function shown(memory: MemoryEntry): Record<string, unknown> {
  return { ...memory };
}

function explained({ session_id, at, ...why }: MemoryWhy) {
  return { persistentSessionId: session_id, at: new Date(at).toISOString(), ...why };
}

/** Newer clients read core memories by scope; the soft ones they have under one name only. */
function inBothShapes(
  core: Record<string, unknown>[],
  soft: Record<string, unknown>[],
): RpcMemoryList {
  const isGlobal = ({ scope }: Record<string, unknown>): boolean => scope === EVERYWHERE;
  return {
    ...{ core, soft, global_core: core.filter(isGlobal) },
    ...{ workspace_core: core.filter((one) => !isGlobal(one)), workspace_soft: soft },
  };
}
