import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

// The least of an MCP client, over Streamable HTTP with the headers that the agent was given, or with
// a program that it starts.
const VERSION = '2025-06-18';
const OPENING = {
  protocolVersion: VERSION,
  capabilities: {},
  clientInfo: { name: 'scripted-agent', version: '1.0.0' },
};

export class McpCaller {
  /** Address → the session's own headers. */
  sessions = new Map();
  /** Name → the program of a server on stdio, and who waits for its answers. */
  programs = new Map();
  lastId = 0;

  /** The result of a request; opens the session first. Throws with the words of a refusal. */
  async request(server, method, params = {}) {
    if (server.command) return this.requestOnStdio(server, method, params);
    if (server.type !== 'http') throw new Error(`MCP server ${server.name} is not http`);
    if (!this.sessions.has(server.url)) await this.open(server);
    return (await this.post(server, { method, params, id: (this.lastId += 1) })).result;
  }

  async requestOnStdio({ name, command, args, env }, method, params) {
    if (!this.programs.has(name)) {
      const own = Object.fromEntries(env.map((one) => [one.name, one.value]));
      const child = spawn(command, args, {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { PATH: process.env.PATH, ...own },
      });
      const waiting = new Map();
      child.once('exit', (code) => {
        for (const { reject } of waiting.values()) reject(new Error(`it ended with ${code}`));
      });
      createInterface({ input: child.stdout }).on('line', (line) => {
        const { id, result, error } = JSON.parse(line);
        if (error) waiting.get(id)?.reject(new Error(JSON.stringify(error)));
        else waiting.get(id)?.resolve(result);
      });
      this.programs.set(name, { child, waiting });
      await this.write(name, 'initialize', OPENING);
      const opened = { jsonrpc: '2.0', method: 'notifications/initialized' };
      child.stdin.write(`${JSON.stringify(opened)}\n`);
    }
    return this.write(name, method, params);
  }

  write(name, method, params) {
    const { child, waiting } = this.programs.get(name);
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  async open(server) {
    this.sessions.set(server.url, {});
    try {
      const id = (this.lastId += 1);
      const opening = { method: 'initialize', params: OPENING, id };
      const { headers } = await this.post(server, opening);
      const session = headers.get('mcp-session-id');
      this.sessions.set(server.url, {
        'mcp-protocol-version': VERSION,
        ...(session ? { 'mcp-session-id': session } : {}),
      });
      await this.post(server, { method: 'notifications/initialized' });
    } catch (error) {
      this.sessions.delete(server.url);
      throw error;
    }
  }

  async post(server, message) {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...Object.fromEntries(server.headers.map(({ name, value }) => [name, value])),
        ...this.sessions.get(server.url),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${text.slice(0, 1_000)}`);
    const { headers } = response;
    if (message.id === undefined) return { headers };
    const answer = answersIn(text, headers).find(({ id }) => id === message.id);
    if (!answer) throw new Error(`no answer to ${message.method}: ${text.slice(0, 1_000)}`);
    if (answer.error) throw new Error(JSON.stringify(answer.error));
    return { headers, result: answer.result };
  }
}

function answersIn(text, headers) {
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return [JSON.parse(text)];
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:') && line.slice(5).trim() !== '')
    .map((line) => JSON.parse(line.slice(5)));
}
