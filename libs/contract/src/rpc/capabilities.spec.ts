import { initializeResult } from '../index.js';

/** What editors read in `initialize`, part by part as seed 004 lists them. */
const { capabilities, ...result } = initializeResult({ scope: 'admin' });

describe('what initialize tells an editor', () => {
  it('is the version of the protocol and the name of the server', () => {
    expect(result).toEqual({ protocolVersion: 1, serverName: 'kenny', experimental: true });
  });

  it('is the form of transcripts', () => {
    expect(capabilities.transcript).toMatchObject({
      messagesNormalized: true,
      supportsImages: true,
      supportsToolCalls: true,
      supportsToolResults: true,
      supportsCompactionSummaries: true,
      supportsReasoningRestore: true,
    });
  });

  it('is that sessions are explicit and stored, with list, fork and compaction, and no import', () => {
    expect(capabilities.sessions).toMatchObject({
      supported: true,
      mode: 'explicit',
      persistence: 'database',
      list: { supported: true, ancestry: true, treeFields: true },
      fork: { supported: true, methods: ['sessions/forkMessages', 'sessions/fork'] },
      compact: {
        supported: true,
        notification: 'session/event',
        events: ['compactionStart', 'compactionEnd'],
      },
      import: { supported: false },
      tree: { supported: false },
    });
    expect(capabilities.sessions.methods).toHaveLength(12);
  });

  it('is how turns run, wait, are steered, cancelled and told again', () => {
    expect(capabilities.turns).toMatchObject({
      mode: 'async',
      perSessionConcurrency: 1,
      busyInput: { steer: 'native', followUp: 'queue', defaultWhenIdle: 'newTurn' },
      cancellation: { behavior: 'best-effort', queuedTurns: 'cancel-before-run' },
      eventReplay: { persisted: true, limit: 1000 },
    });
  });

  it('is what events there are', () => {
    expect(capabilities.events).toMatchObject({
      notification: 'turn/event',
      assistantText: 'assistantDelta',
      modelRetry: { supported: true, event: 'modelRetry' },
      steering: { supported: true, event: 'turnSteered' },
      tools: { call: true, result: true, normalizedMetadata: true, changedFiles: false },
    });
  });

  it('is which pictures a message takes', () => {
    expect(capabilities.attachments.input).toMatchObject({
      supported: true,
      method: 'turns/start',
      encoding: 'base64',
      mimeTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
      maxBytes: 10 * 1024 * 1024,
    });
  });

  it('is the bridge for questions, and that there is no other part of an interface', () => {
    const { question, ...others } = capabilities.extensionUi;
    expect(question).toMatchObject({
      supported: true,
      notification: 'ui/question',
      method: 'ui/answerQuestion',
      maxQuestions: 4,
      multiSelect: false,
      preview: false,
    });
    expect(Object.values(others)).not.toContain(true);
    expect(Object.keys(others).sort()).toEqual([
      ...['confirm', 'custom', 'editor', 'footer', 'input', 'select', 'terminalInput', 'widgets'],
    ]);
  });

  it('is that the composer belongs to the editor', () => {
    expect(capabilities.composer).toMatchObject({
      sessionDiff: { supported: false },
      copy: { supported: false },
    });
  });

  it('is what a message costs at most, and that there are no batches', () => {
    expect(capabilities.framing).toBe('content-length');
    expect(capabilities.framingLimits).toEqual({
      maxHeaderBytes: 8 * 1024,
      maxBodyBytes: 64 * 1024 * 1024,
      batch: false,
    });
  });

  it('is what older editors read', () => {
    expect(capabilities).toMatchObject({
      asyncTurns: true,
      turnCancellation: 'best-effort',
      turnEventReplay: true,
      uiQuestions: true,
      authLogin: false,
      configUpdate: true,
      session: { mode: 'explicit', persistence: 'database' },
      cancellation: { behavior: 'best-effort' },
      eventReplay: { persisted: true },
      uiQuestion: { supported: true, method: 'ui/answerQuestion' },
      prompts: { supported: true },
      skills: { supported: true, tool: 'read_skill' },
      tools: { supported: true, method: 'tools/list' },
      config: { supported: true },
    });
  });
});
