// The made-up AI agent of the demo's tasks: speaks ACP on stdio, and uses the tools that it is given.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { McpCaller } from '../../../libs/acp/src/testing/scripted-mcp.mjs';
import { work } from './work.mjs';

/** As long as somebody needs to see that it reads. */
const READING_MS = 1_000;
const CANCELLED = Symbol('cancelled');

/** The prompt by which the server says that a request has been decided. */
const [, , decided] = process.argv;
const mcp = new McpCaller();
const memory = { decided };
const sessionId = randomUUID();
let server;
let turn;
/** The protocol wants the ID of a call to be unique in its session. */
let calls = 0;

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** One prompt; what it says is seen at once. */
class Turn {
  isCancelled = false;

  say(text) {
    this.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  /** @param steps - `[what, 'pending' | 'in_progress' | 'completed']` */
  plan(...steps) {
    const entries = steps.map(([content, status]) => ({ content, status, priority: 'medium' }));
    this.update({ sessionUpdate: 'plan', entries });
  }

  /** What a tool of kenny answers: `{ok, data}`, or `{problem}` and whether it waits for a person. */
  async use(title, tool, args = {}) {
    const toolCallId = `c${(calls += 1)}`;
    const begun = { toolCallId, title, kind: 'read', status: 'in_progress', rawInput: args };
    this.update({ sessionUpdate: 'tool_call', ...begun });
    await pause(READING_MS);
    // Without a pause afterwards: what is decided after the end of a turn begins the next one.
    const result = await this.ask(tool, args);
    const status = result.ok || result.waits ? 'completed' : 'failed';
    this.update({ sessionUpdate: 'tool_call_update', toolCallId, status });
    return result;
  }

  async ask(tool, args) {
    try {
      // A real agent asks first which tools there are; the page of the task tells of one that has not.
      await (this.listed ??= mcp.request(server, 'tools/list', {}));
      const params = { name: tool, arguments: args };
      const answer = await mcp.request(server, 'tools/call', params);
      if (!answer.isError) return { ok: true, data: answer.structuredContent?.data ?? {} };
      const said = answer.structuredContent ?? JSON.parse(answer.content[0].text);
      const problem = said.error?.message ?? said.message;
      return { ok: false, data: {}, problem, waits: said.approval?.state === 'pending' };
    } catch (error) {
      return { ok: false, data: {}, problem: error.message, waits: false };
    }
  }

  update(update) {
    if (this.isCancelled) throw CANCELLED;
    send({ method: 'session/update', params: { sessionId, update } });
  }
}

const METHODS = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'made-up-agent', version: '1.0.0' },
    agentCapabilities: { mcpCapabilities: { http: true, sse: false } },
    authMethods: [],
  }),
  'session/new': ({ mcpServers }) => {
    server = mcpServers[0];
    return { sessionId };
  },
  'session/prompt': async ({ prompt }) => {
    turn = new Turn();
    const text = prompt.map((block) => block.text ?? '').join('\n');
    try {
      await work(turn, text, memory);
      return { stopReason: 'end_turn' };
    } catch (error) {
      if (error !== CANCELLED) throw error;
      return { stopReason: 'cancelled' };
    }
  },
  'session/cancel': () => {
    if (turn) turn.isCancelled = true;
  },
};

async function hear({ method, id, params = {} }) {
  const known = METHODS[method];
  if (!known) {
    if (id !== undefined) send({ id, error: { code: -32601, message: `no method ${method}` } });
    return;
  }
  const result = await known(params);
  if (id !== undefined) send({ id, result });
}

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', (line) => {
  if (line.trim() === '') return;
  hear(JSON.parse(line)).catch((error) => {
    process.stderr.write(`made-up agent: ${error.stack}\n`);
    process.exit(1);
  });
});
lines.on('close', () => process.exit(0));
