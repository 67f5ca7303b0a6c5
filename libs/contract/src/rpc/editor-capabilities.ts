import { NO_OAUTH } from './unsupported.js';
import { RPC_LIMITS } from './vocabulary.js';

/** The part of `initialize`'s capabilities that no method decides (seed 004). */
export const EDITOR_CAPABILITIES = {
  framing: 'content-length',
  transcript: {
    format: 'tauren-transcript-v1',
    messagesNormalized: true,
    supportsToolCalls: true,
    supportsToolResults: true,
    supportsReasoningRestore: true,
  },
  sessions: {
    mode: 'explicit',
    persistence: 'database',
    pathFormat: 'uri',
    import: { supported: false },
    tree: { supported: false, labels: false, navigate: false, summarize: false },
  },
  turns: {
    mode: 'async',
    perSessionConcurrency: 1,
    busyInput: {
      steer: 'native',
      followUp: 'queue',
      defaultWhenIdle: 'newTurn',
      defaultWhenBusy: 'steer',
    },
    cancellation: {
      behavior: 'best-effort',
      queuedTurns: 'cancel-before-run',
      runningTurns: 'stop-emitting-events-when-possible',
    },
    eventReplay: { behavior: 'persisted', persisted: true, limit: RPC_LIMITS.replayEvents },
  },
  events: {
    notification: 'turn/event',
    assistantText: 'assistantDelta',
    reasoning: { start: false, delta: true, end: false },
    modelRetry: { supported: true, event: 'modelRetry' },
    steering: { supported: true, event: 'turnSteered', mode: 'native' },
    tools: {
      call: true,
      update: false,
      result: true,
      normalizedMetadata: true,
      diffs: false,
      changedFiles: false,
    },
    errors: true,
    sessionUpdates: true,
  },
  auth: {
    providerFormat: 'tauren-auth-v1',
    oauthProviders: [],
    unsupportedOAuthProviders: {
      openai: NO_OAUTH.reason,
      github: NO_OAUTH.reason,
    },
  },
  memory: {
    optIn: true,
    defaultEnabled: false,
    autoSummaryDefaultEnabled: false,
    promptInjection: 'interactive',
    storage: { core: 'database', soft: 'database', events: 'database' },
  },
  extensionUi: {
    select: false,
    confirm: false,
    input: false,
    editor: false,
    widgets: false,
    footer: false,
    custom: false,
    terminalInput: false,
  },
  composer: {
    sessionDiff: { supported: false, reason: 'interactiveComposerOnly' },
    copy: { supported: false, reason: 'clientClipboardOwnedByUi' },
  },
  security: {
    toolApproval: 'required',
    approvalTransport: 'ui/question',
    workspaceMutationGuard: 'agent-guard',
    canRunShell: true,
    canWriteFiles: true,
  },
  logging: {
    defaultEnabled: true,
    config: null,
    envPrefix: null,
    directory: null,
    format: 'database',
    categories: ['tokens', 'performance', 'tools', 'errors'],
    rotation: { maxBytes: null, retention: 'database' },
    content: 'redacted-metadata-only',
  },
} as const;
