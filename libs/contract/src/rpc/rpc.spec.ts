import {
  ERRORS,
  RPC_CATALOG,
  RPC_ERRORS,
  RPC_GROUPS,
  RPC_METHODS,
  RPC_NOTIFICATIONS,
  RPC_TURN_EVENTS,
  RPC_UNSENT,
  RPC_UNSUPPORTED,
  TURN_EVENTS,
  checkWith,
  initializeResult,
  isRpcMethod,
  type RpcMethodFacts,
} from '../index.js';
import { rpcAnswerValidators } from '../generated/rpc-answer-validators.js';
import { rpcValidators } from '../generated/rpc-validators.js';

const methods = Object.entries<RpcMethodFacts>(RPC_METHODS);
const faults = (name: string, value: unknown) =>
  checkWith(name.startsWith('params:') ? rpcValidators : rpcAnswerValidators, name, value);

/** Seed 004, in its order; held here a second time on purpose. */
const SEED_METHODS =
  `initialize shutdown workspace/validate workspace/info sessions/create sessions/resume sessions/list
  sessions/rename sessions/clone sessions/compact sessions/forkMessages sessions/fork sessions/export
  sessions/delete sessions/close sessions/transcript turns/start turns/cancel turns/status turns/events
  ui/answerQuestion runtime/state runtime/stats runtime/updateSetting runtime/reload logging/stats
  memory/status memory/enable memory/disable memory/autoSummary/enable memory/autoSummary/disable
  memory/list memory/add memory/addCore memory/forget memory/promote memory/inspect memory/why
  memory/summarize models/list openrouter/catalog models/current models/set reasoning/set tools/list
  commands/list commands/run resources/startup prompts/list prompts/expand config/read config/update
  auth/status auth/providers auth/loginWithApiKey auth/logoutProvider auth/loginWithOAuth
  auth/startOpenAILogin auth/submitOpenAICode auth/loginStatus`.split(/\s+/);
const SEED_NOTIFICATIONS = ['turn/event', 'session/event', 'ui/question', 'auth/loginFinished'];

/** Every text anywhere in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

describe('the methods of kenny rpc', () => {
  it('are those of the seed, each there or refused with a reason', () => {
    for (const name of SEED_METHODS) {
      const places = [isRpcMethod(name), Object.hasOwn(RPC_UNSUPPORTED, name)];
      expect([name, ...places].filter(Boolean)).toHaveLength(2);
    }
    const ours = methods.map(([name]) => name).filter((name) => !SEED_METHODS.includes(name));
    expect(ours).toEqual([
      ...['kenny/hello', 'kenny/attach', 'kenny/detach', 'kenny/tidy'],
      'logging/tokenCsv',
    ]);
  });

  it('have the notifications of the seed, and two of ours', () => {
    const named = [...Object.keys(RPC_NOTIFICATIONS), ...Object.keys(RPC_UNSENT)];
    expect(named.sort()).toEqual(
      [...SEED_NOTIFICATIONS, 'session/updated', 'ui/questionResolved'].sort(),
    );
  });

  it('know every event of the engine, except the one that becomes a question', () => {
    expect(Object.keys(RPC_TURN_EVENTS).sort()).toEqual(
      TURN_EVENTS.filter((type) => type !== 'toolPending').sort(),
    );
  });

  it.each(methods)('%s has validators that ignore a key that nobody knows', (name) => {
    expect(faults(`result:${name}`, null)).not.toEqual([]);
    const issues = faults(`params:${name}`, { surprise: 1 });
    expect(issues.filter(({ message }) => message.includes('unknown key'))).toEqual([]);
  });

  it.each(methods)('%s takes null for what may be absent', (name) => {
    const needed = faults(`params:${name}`, {}).length;
    const given = [
      'workspaceRoot',
      'name',
      'limit',
      'cursor',
      'afterSequence',
      'arguments',
      'range',
    ];
    const nulls = Object.fromEntries(given.map((key) => [key, null]));
    expect(faults(`params:${name}`, nulls).length).toBeLessThanOrEqual(Math.max(1, needed));
  });

  it('hold up no other where they may take long', () => {
    const slow = methods.filter(([, { pace }]) => pace === 'slow').map(([name]) => name);
    expect(slow.sort()).toEqual([
      ...['logging/stats', 'logging/tokenCsv', 'memory/summarize', 'models/list'],
      ...['sessions/compact', 'sessions/export'],
    ]);
  });

  it('are the same as plain data, without their shapes', () => {
    expect(Object.keys(RPC_CATALOG)).toEqual(Object.keys(RPC_METHODS));
    for (const [, facts] of methods) expect(RPC_GROUPS).toContain(facts.group);
    expect(JSON.stringify(RPC_CATALOG)).not.toContain('"params"');
  });

  it('open a handle only where one is in the result', () => {
    for (const [name, { opens, handles }] of methods) {
      if (opens) expect([name, handles]).toEqual([name, [expect.stringMatching(/(^|\.)id$/)]]);
    }
  });

  it('cannot be found under what every object has', () => {
    for (const name of ['toString', '__proto__', 'constructor', '']) {
      expect(isRpcMethod(name)).toBe(false);
    }
  });
});

describe("initialize's result", () => {
  const named = (scope: 'operator' | 'admin') => {
    const { unsupported, ...said } = initializeResult({ scope }).capabilities;
    return { texts: textsIn(said), unsupported };
  };
  /** Those whose name stands there as the way to reach a feature that says whether it is there. */
  const always = [
    ...['sessions/compact', 'turns/start', 'commands/list', 'commands/run', 'resources/startup'],
    ...['ui/answerQuestion', 'tools/list', 'logging/stats', 'logging/tokenCsv'],
  ];

  it('fits its shape', () => {
    expect(faults('result:initialize', initializeResult({ scope: 'admin' }))).toEqual([]);
  });

  it.each(methods)('names %s to whoever may ask for it', (name, { group, audience }) => {
    if (group === 'internal' || group === 'lifecycle' || always.includes(name)) return;
    expect(named('admin').texts).toContain(name);
    if (audience === 'admin') expect(named('operator').texts).not.toContain(name);
  });

  it('never names what kenny will not have', () => {
    for (const name of Object.keys(RPC_UNSUPPORTED)) {
      expect(named('admin').texts).not.toContain(name);
    }
    expect(Object.keys(named('admin').unsupported)).toEqual(Object.keys(RPC_UNSUPPORTED));
  });

  it('says of every group whether it is there, so that clients find the methods', () => {
    const { capabilities } = initializeResult({ scope: 'admin' });
    for (const key of [
      'sessions',
      'turns',
      'models',
      'runtime',
      'runtimeSettings',
      'memory',
    ] as const) {
      const { supported, methods: there } = capabilities[key];
      expect([key, supported]).toEqual([key, there.length > 0]);
    }
  });

  it('never says that a change could run unapproved', () => {
    const { security, extensionUi } = initializeResult({ scope: 'operator' }).capabilities;
    expect(security).toMatchObject({ toolApproval: 'required', approvalTransport: 'ui/question' });
    expect(extensionUi.confirm).toBe(false);
  });
});

describe('the errors of kenny rpc', () => {
  it('have a word for every code of the table, and the numbers of JSON-RPC', () => {
    for (const [code, { rpc }] of Object.entries(ERRORS)) {
      expect([code, Object.keys(RPC_ERRORS)]).toEqual([code, expect.arrayContaining([rpc])]);
    }
    const numbers = [...new Set(Object.values(RPC_ERRORS).map(({ number }) => number))];
    expect(numbers.sort()).toEqual([-32600, -32601, -32602, -32603, -32800].sort());
  });

  it.each([
    ['invalid_params', 'bad_args validation no_agent unknown_agent unknown_tool unsupported'],
    ['unknown_session', 'not_found'],
    ['unauthorized', 'unauthenticated forbidden wrong_scope'],
    ['backend_unavailable', 'rate_limited exec_failed chat_unavailable unavailable timeout'],
    ['internal', 'internal'],
  ])('say %s for %s', (word, codes) => {
    const found = Object.entries(ERRORS).filter(([, { rpc }]) => rpc === word);
    expect(found.map(([code]) => code)).toEqual(expect.arrayContaining(codes.split(' ')));
    expect(found).toHaveLength(codes.split(' ').length);
  });
});
