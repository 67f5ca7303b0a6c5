import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** An agent on a bare pipe, spoken to as kenny does and with nothing between. */
export class BareAgent {
  updates = 0;
  #id = 0;
  #answers = new Map();
  #waiting = new Set();

  constructor([program, ...args]) {
    this.startedAt = performance.now();
    const stdio = ['pipe', 'pipe', 'inherit'];
    this.process = spawn(program, args, { env: { PATH: process.env.PATH }, stdio });
    createInterface({ input: this.process.stdout }).on('line', (line) => this.#hear(line));
  }

  get pid() {
    return this.process.pid;
  }

  async open() {
    await this.#ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = await this.#ask('session/new', { cwd: '/tmp', mcpServers: [] });
    this.sessionId = sessionId;
  }

  /** Resolves when the turn is over. */
  prompt(text) {
    const { sessionId } = this;
    return this.#ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** When the next update was here. */
  nextUpdate() {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  async stop() {
    this.process.kill('SIGKILL');
    await once(this.process, 'close');
  }

  #ask(method, params) {
    const id = (this.#id += 1);
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  #hear(line) {
    const { id, method, result } = JSON.parse(line);
    if (method === 'session/update') {
      this.updates += 1;
      const now = performance.now();
      for (const resolve of this.#waiting) resolve(now);
      this.#waiting.clear();
      return;
    }
    this.#answers.get(id)?.(result);
    this.#answers.delete(id);
  }
}
