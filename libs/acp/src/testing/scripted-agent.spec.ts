import { createServer, type Server } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Program } from '../../test/program.js';
import type { McpServer } from '../index.js';
import { NOT_IN_THE_SCRIPT, type AgentScript } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'kenny-acp-heard-'));
afterAll(() => rmSync(folder, { recursive: true }));
let program: Program;
afterEach(() => program.end());
const start = (script: Partial<AgentScript>): Program =>
  (program = Program.scripted({ dialect: 'v1', ...script }));
const END = { reply: { stopReason: 'end_turn' } };

describe('what its script does not cover ends it, with words', () => {
  it.each<[string, Partial<AgentScript>, string]>([
    ['a method', {}, 'its script does not cover session/prompt'],
    [
      'one time too many',
      { on: { 'session/prompt': { times: [] } } },
      'its script does not cover session/prompt a 1th time',
    ],
    [
      'an outcome',
      {
        on: {
          'session/prompt': [
            { permission: { toolCall: { toolCallId: 'c' } }, then: { allow: [] } },
          ],
        },
      },
      'its script does not cover the outcome reject',
    ],
    [
      'a name',
      { on: { 'session/prompt': [{ text: '{{weather}}' }] } },
      '{{weather}}, which is not known',
    ],
    ['a server', { on: { 'session/prompt': [{ mcp: {} }] } }, 'it was given no MCP server'],
  ])('%s', async (_what, script, words) => {
    start(script);
    const client = await program.inSession();
    program.heard.answer = { answer: 'reject' };
    expect(await client.prompt({ text: 'x' })).toMatchObject({ error: { code: 'ended' } });
    expect(await program.exited).toEqual({ code: NOT_IN_THE_SCRIPT, signal: null });
    expect(program.complaints).toContain(words);
  });
});

it('says what fits what it is told, else what is next', async () => {
  const [again, first] = [
    [{ text: 'again' }, END],
    [{ text: 'first' }, END],
  ];
  start({ on: { 'session/prompt': { fits: [['go on', again]], times: [again, first] } } });
  const client = await program.inSession();
  await client.prompt({ text: 'Please go on.' });
  await client.prompt({ text: 'Hello' });
  expect(program.heard.words).toBe('againfirst');
});

it('asks for a permission, and goes on as its script says for the answer', async () => {
  const permission = { toolCall: { toolCallId: 'c', title: 'rm', kind: 'execute' } };
  start({
    on: {
      'session/prompt': [
        {
          permission,
          then: { allow: [{ text: 'done' }], '*': [{ text: 'not done: {{outcome}}' }] },
        },
        END,
      ],
    },
  });
  const client = await program.inSession();
  program.heard.answer = { answer: 'allow' };
  await client.prompt({ text: 'x' });
  program.heard.answer = { answer: 'reject' };
  await client.prompt({ text: 'y' });
  expect(program.heard.words).toBe('donenot done: reject');
});

it('answers a cancelled prompt at once, wherever it is', async () => {
  start({ on: { 'session/prompt': [{ text: 'a' }, { hang: true }, END] } });
  const client = await program.inSession();
  const turn = client.prompt({ text: 'x' });
  await program.heard.event('text');
  client.cancel();
  expect(await turn).toMatchObject({ stopReason: 'cancelled' });
});

it('waits for a message', async () => {
  start({
    on: {
      'session/prompt': [{ text: 'a' }, { until: 'session/cancel' }, { text: 'heard it' }, END],
      'session/cancel': [],
    },
  });
  const client = await program.inSession();
  const turn = client.prompt({ text: 'x' });
  await program.heard.event('text');
  client.cancel();
  expect(await turn).toMatchObject({ stopReason: 'end_turn' });
  expect(program.heard.words).toBe('aheard it');
});

it('runs programs, knows its surroundings, and keeps what it heard', async () => {
  const heardFile = join(folder, 'heard.ndjson');
  start({
    heardFile,
    sessionId: 's-fixed',
    on: {
      'session/prompt': [
        ...[{ run: ['echo', '{{text}}'] as const }, { text: '{{out}}' }],
        ...[{ text: '{{sessionId}} {{cwd}} {{env.NOT_THERE}}' }, END],
      ],
    },
  });
  const client = await program.inSession();
  await client.prompt({ text: 'hello' });
  expect(program.heard.words).toBe(`hello\ns-fixed ${program.folder} `);
  const heard = readFileSync(heardFile, 'utf8').trim().split('\n');
  expect(heard.map((line) => (JSON.parse(line) as { method: string }).method)).toEqual([
    ...['initialize', 'session/new', 'session/prompt'],
  ]);
});

it('has children that outlive it, unless their group is ended', async () => {
  const die = { killSelf: 'SIGKILL' } as const;
  start({ on: { 'session/prompt': [{ child: { deaf: true } }, { text: '{{child}}' }, die] } });
  const client = await program.inSession();
  await client.prompt({ text: 'x' });
  await program.exited;
  const child = Number(program.heard.words);
  const isThere = (): boolean => existsSync(`/proc/${child}/cwd`);
  expect(isThere()).toBe(true);
  process.kill(-program.pid, 'SIGKILL');
  while (isThere()) await new Promise((resolve) => setImmediate(resolve));
});

describe('tools of an MCP server', () => {
  const token = { Authorization: 'Bearer secret' };
  let server: Server | undefined;
  const asked: { method: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  beforeEach(() => void asked.splice(0));
  afterEach(() => void server?.close());

  /** Answers as JSON, or as events. */
  async function serve(events: boolean): Promise<McpServer> {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (data: Buffer) => (body += data.toString()));
      request.on('end', () => {
        const { id, method, params } = JSON.parse(body) as {
          id?: number;
          method: string;
          params?: unknown;
        };
        asked.push({ method, headers: request.headers });
        if (request.headers.authorization !== token.Authorization) {
          return void response.writeHead(401).end('who are you?');
        }
        if (id === undefined) return void response.writeHead(202).end();
        const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { echo: params ?? null } });
        const type = events ? 'text/event-stream' : 'application/json';
        response.writeHead(200, { 'content-type': type, 'mcp-session-id': 'm1' });
        response.end(events ? `event: message\ndata: ${answer}\n\n` : answer);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no address');
    return { name: 'kenny', http: { url: `http://127.0.0.1:${address.port}/mcp`, headers: token } };
  }

  it.each([false, true])(
    'are listed and called with the headers it was given (events: %s)',
    async (events) => {
      const kenny = await serve(events);
      start({
        on: {
          'session/prompt': [
            { mcp: {} },
            { mcp: { server: 'kenny', tool: 'list_agents', arguments: { q: '{{text}}' } } },
            ...[{ text: '{{answer.echo.name}} {{answer.echo.arguments.q}}' }, END],
          ],
        },
      });
      const client = await program.inSession([kenny]);
      await client.prompt({ text: 'slow' });
      expect(program.heard.words).toBe('list_agents slow');
      expect(asked.map(({ method }) => method)).toEqual([
        ...['initialize', 'notifications/initialized', 'tools/list', 'tools/call'],
      ]);
      expect(asked.at(-1)?.headers).toMatchObject({ 'mcp-session-id': 'm1' });
    },
  );

  it('that are refused are told as the script says', async () => {
    const { name, http } = await serve(false);
    const failed = [{ text: 'refused: {{answer}}' }];
    start({ on: { 'session/prompt': [{ mcp: { tool: 'x' }, failed }, END] } });
    const client = await program.inSession([{ name, http: { ...http, headers: {} } }]);
    await client.prompt({ text: 'x' });
    expect(program.heard.words).toBe('refused: HTTP 401: who are you?');
  });
});
