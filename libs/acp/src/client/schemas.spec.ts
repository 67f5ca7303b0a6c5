import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AgentEnd, type Got } from '../../test/agent-end.js';

/** The schemas that the protocol's own makers publish. */
const file = createRequire(import.meta.url).resolve(
  '@agentclientprotocol/sdk-2/schema/v1/schema.json',
);
const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(schema, 'acp');

function faultsOf(name: string, value: unknown): unknown {
  const validate = ajv.getSchema(`acp#/$defs/${name}`);
  if (!validate) throw new Error(`the schema has no ${name}`);
  return validate(value) === true ? null : validate.errors;
}

it('finds what is wrong', () => {
  expect(faultsOf('NewSessionRequest', { cwd: 7 })).not.toBeNull();
});

it('agrees with all that is sent to an agent of v1', async () => {
  const agent = new AgentEnd();
  const connecting = agent.connect();
  const seen: [string, Got][] = [];
  const answer = async (name: string, method: string, result: unknown): Promise<void> => {
    seen.push([name, await agent.answer(method, result)]);
  };
  await answer('InitializeRequest', 'initialize', {
    protocolVersion: 1,
    agentCapabilities: {
      ...{
        loadSession: true,
        promptCapabilities: { image: true },
        mcpCapabilities: { http: true },
      },
    },
    authMethods: [{ id: 'key', name: 'Key' }],
  });
  const client = await connecting;
  const http = { url: 'http://127.0.0.1/mcp', headers: { Authorization: 'Bearer t' } };
  const where = { cwd: '/work', mcpServers: [{ name: 'kenny', http }] };
  const opened = client.newSession(where);
  seen.push(['NewSessionRequest', await agent.refuse('session/new', -32000)]);
  await answer('AuthenticateRequest', 'authenticate', {});
  const availableModes = ['yolo', 'default'].map((id) => ({ id, name: id }));
  const modes = { currentModeId: 'yolo', availableModes };
  await answer('NewSessionRequest', 'session/new', { sessionId: 's1', modes });
  await opened;
  const chosen = client.setMode('ask');
  await answer('SetSessionModeRequest', 'session/set_mode', {});
  await chosen;
  const stop = new AbortController();
  const images = [{ mimeType: 'image/png', base64: 'AAAA' }];
  const turn = client.prompt({ text: 'x', images }, stop.signal);
  const prompt = await agent.gets('session/prompt');
  seen.push(['PromptRequest', prompt]);
  agent.heard.answer = { answer: 'allow' };
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
  const toolCall = { toolCallId: 'c' };
  agent.ask(1, 'session/request_permission', { sessionId: 's1', toolCall, options });
  const allowed = await agent.next();
  agent.ask(2, 'session/request_permission', { sessionId: 's1', toolCall, options: [] });
  const cancelled = await agent.next();
  stop.abort();
  seen.push(['CancelNotification', await agent.gets('session/cancel')]);
  agent.say({ jsonrpc: '2.0', id: prompt.id, result: { stopReason: 'cancelled' } });
  await turn;
  const resumed = client.resumeSession({ ...where, sessionId: 's1' });
  await answer('LoadSessionRequest', 'session/load', null);
  await resumed;

  for (const [name, { params }] of seen)
    expect([name, faultsOf(name, params)]).toEqual([name, null]);
  for (const { result } of [allowed, cancelled]) {
    expect(faultsOf('RequestPermissionResponse', result)).toBeNull();
  }
  agent.die();
});

it('agrees with the program that speaks for the tools where there is no HTTP', async () => {
  const agent = new AgentEnd();
  const client = await agent.connected({ protocolVersion: 1 });
  const http = { url: 'http://127.0.0.1/mcp', headers: {} };
  const stdio = { command: '/usr/bin/node', args: ['b.mjs'], env: { TOKEN: 't' } };
  const opened = client.newSession({ cwd: '/work', mcpServers: [{ name: 'kenny', http, stdio }] });
  const { params } = await agent.answer('session/new', { sessionId: 's1' });
  await opened;
  expect(faultsOf('NewSessionRequest', params)).toBeNull();
  agent.die();
});
