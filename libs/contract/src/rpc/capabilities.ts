import { RPC_CATALOG } from '../generated/rpc-catalog.js';
import { QUESTION_LIMITS } from '../http/vocabulary.js';
import { EDITOR_CAPABILITIES } from './editor-capabilities.js';
import type { RpcGroup, RpcMethodFacts } from './methods/method.js';
import type { RpcMethod } from './methods/index.js';
import { RPC_UNSUPPORTED } from './unsupported.js';
import {
  RPC_LIMITS,
  RPC_PICTURES,
  RPC_PROTOCOL_VERSION,
  RPC_SERVER_NAME,
  RPC_SETTINGS,
} from './vocabulary.js';

/** What `kenny/hello` said of the caller. */
export interface RpcCaller {
  readonly scope: 'operator' | 'admin';
}

/** A group of methods: clients need both, `supported` and the name among the methods. */
interface Group {
  readonly supported: boolean;
  readonly methods: readonly string[];
}

/**
 * The result of `initialize` (seed 004). It names a method only if it is there and the caller may ask
 * for it, so nothing in it has to be kept up to date by hand.
 */
export function initializeResult(caller: RpcCaller) {
  return {
    protocolVersion: RPC_PROTOCOL_VERSION,
    serverName: RPC_SERVER_NAME,
    experimental: true,
    capabilities: capabilitiesFor(caller),
  };
}

function capabilitiesFor(caller: RpcCaller) {
  const has = (...methods: RpcMethod[]): boolean =>
    methods.every((method) => mayAsk(RPC_CATALOG[method], caller));
  const group = (name: RpcGroup): Group => {
    const methods = Object.entries<RpcMethodFacts>(RPC_CATALOG)
      .filter(([, facts]) => facts.group === name && mayAsk(facts, caller))
      .map(([method]) => method);
    return { supported: methods.length > 0, methods };
  };
  const [sessions, turns] = [group('sessions'), group('turns')];
  return {
    ...EDITOR_CAPABILITIES,
    framingLimits: {
      maxHeaderBytes: RPC_LIMITS.headerBytes,
      maxBodyBytes: RPC_LIMITS.bodyBytes,
      batch: false,
    },
    asyncTurns: turns.supported,
    turnCancellation: 'best-effort',
    turnEventReplay: has('turns/events'),
    uiQuestions: has('ui/answerQuestion'),
    authLogin: false,
    configUpdate: has('config/update'),
    transcript: {
      ...EDITOR_CAPABILITIES.transcript,
      supportsImages: has('turns/start'),
      supportsCompactionSummaries: has('sessions/compact'),
    },
    workspace: group('workspace'),
    sessions: {
      ...EDITOR_CAPABILITIES.sessions,
      ...sessions,
      list: {
        ...{ supported: has('sessions/list'), source: 'rpc' },
        ...{ ancestry: true, treeFields: true, cursor: true },
      },
      fork: {
        supported: has('sessions/fork', 'sessions/forkMessages'),
        methods: sessions.methods.filter((name) => name.startsWith('sessions/fork')),
        entryIdFormat: 'opaque',
        selectedMessage: 'excludedFromForkComposerTextReturned',
      },
      compact: {
        supported: has('sessions/compact'),
        method: 'sessions/compact',
        notification: 'session/event',
        events: ['compactionStart', 'compactionEnd'],
      },
      updates: { supported: sessions.supported, notification: 'session/updated' },
    },
    turns: { ...EDITOR_CAPABILITIES.turns, ...turns },
    attachments: {
      input: {
        supported: has('turns/start'),
        method: 'turns/start',
        encoding: 'base64',
        mimeTypes: RPC_PICTURES.types,
        maxBytes: RPC_PICTURES.bytes,
        maxCount: RPC_PICTURES.most,
      },
    },
    models: {
      ...group('models'),
      fields: ['provider', 'id', 'name', 'reasoning', 'reasoningEffort', 'contextWindow'],
      scopedModels: false,
    },
    runtime: {
      ...group('runtime'),
      state: { supported: has('runtime/state') },
      stats: {
        supported: has('runtime/stats'),
        ...{ messageCounts: true, tokens: true, cost: false },
        ...{ contextUsage: true, contextUsageEstimated: true },
      },
    },
    runtimeSettings: {
      ...group('runtimeSettings'),
      settings: has('runtime/updateSetting') ? RPC_SETTINGS : [],
    },
    auth: {
      ...EDITOR_CAPABILITIES.auth,
      ...group('auth'),
      apiKeyProviders: has('auth/loginWithApiKey') ? ['anthropic'] : [],
      logout: has('auth/logoutProvider'),
    },
    memory: { ...EDITOR_CAPABILITIES.memory, ...group('memory') },
    commands: {
      ...group('commands'),
      method: 'commands/list',
      runMethod: 'commands/run',
      sources: ['builtin', 'prompt', 'skill'],
      executableSources: has('commands/run') ? ['builtin'] : [],
    },
    startupResources: { supported: has('resources/startup'), method: 'resources/startup' },
    extensionUi: {
      ...EDITOR_CAPABILITIES.extensionUi,
      question: {
        supported: has('ui/answerQuestion'),
        notification: 'ui/question',
        method: 'ui/answerQuestion',
        resolved: 'ui/questionResolved',
        kinds: ['question', 'confirm'],
        maxQuestions: QUESTION_LIMITS.questions,
        multiSelect: false,
        preview: false,
      },
    },
    export: {
      supported: has('sessions/export'),
      formats: ['markdown', 'html', 'jsonl'],
      defaultFormat: 'markdown',
    },
    logging: loggingOf(has),
    // What older clients read.
    session: { mode: 'explicit', persistence: EDITOR_CAPABILITIES.sessions.persistence },
    cancellation: EDITOR_CAPABILITIES.turns.cancellation,
    eventReplay: EDITOR_CAPABILITIES.turns.eventReplay,
    uiQuestion: {
      supported: has('ui/answerQuestion'),
      notification: 'ui/question',
      method: 'ui/answerQuestion',
    },
    prompts: group('prompts'),
    skills: { supported: has('resources/startup'), tool: 'read_skill' },
    tools: {
      ...{ supported: has('tools/list'), method: 'tools/list' },
      eventMetadata: true,
    },
    config: group('config'),
    unsupported: RPC_UNSUPPORTED,
  };
}

function loggingOf(has: (...methods: RpcMethod[]) => boolean) {
  const [stats, csv] = [has('logging/stats'), has('logging/tokenCsv')];
  const methods = [...(stats ? ['logging/stats'] : []), ...(csv ? ['logging/tokenCsv'] : [])];
  return {
    ...EDITOR_CAPABILITIES.logging,
    supported: methods.length > 0,
    methods,
    stats: {
      supported: stats,
      method: 'logging/stats',
      defaultRange: '1 week',
      units: ['minutes', 'hours', 'days', 'weeks', 'months', 'years'],
    },
    usageCsv: {
      supported: csv,
      method: 'logging/tokenCsv',
      defaultRange: '1 week',
      buckets: ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'],
    },
  };
}

const mayAsk = ({ audience }: RpcMethodFacts, { scope }: RpcCaller): boolean =>
  audience === 'operator' || scope === 'admin';
