// What each step of a scripted agent does.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, writeFileSync, writeSync } from 'node:fs';
import { setInterval } from 'node:timers';
import { McpCaller } from './scripted-mcp.mjs';
import { fail, filled } from './scripted-values.mjs';

const OPTIONS = [
  // As real agents do: the standing one first.
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];
const FOREVER = 1_000_000;
const STOPPED = Symbol('the prompt was stopped');

export class Steps {
  sessionId;
  mcpServers = [];
  cwd = process.cwd();
  /** Requests of ours → who waits for the answer. */
  asked = new Map();
  lastId = 0;
  /** Who waits for a method: `{method, resolve}`. */
  waiting = new Set();
  /** The prompt at work: `{id, stop}`. */
  prompt;

  constructor(script) {
    this.script = script;
    this.seed = script.dialect === 'seed';
    this.mcp = new McpCaller();
  }

  /** Runs steps for a message; ends early when the prompt is stopped. */
  async run(steps, message) {
    const { method, id, params = {} } = message;
    if (method === 'session/new') this.sessionId = this.script.sessionId ?? randomUUID();
    if (method === 'session/load' || method === 'session/resume') this.sessionId = params.sessionId;
    if (params.mcpServers) this.mcpServers = params.mcpServers;
    if (params.cwd) this.cwd = params.cwd;
    const blocks = params.prompt ?? [];
    const text = params.message ?? blocks.find((block) => block.type === 'text')?.text;
    const names = { id, pid: process.pid, i: 0, ...message.data, text: text ?? message.data?.text };
    if (method !== 'session/prompt') return this.runAll(steps, names);
    const stopped = new Promise((_, reject) => (this.prompt = { id, stop: () => reject(STOPPED) }));
    stopped.catch(() => {});
    try {
      await this.runAll(steps, names, stopped);
    } catch (error) {
      if (error !== STOPPED) throw error;
      this.send({ jsonrpc: '2.0', id, result: { stopReason: 'cancelled' } });
    } finally {
      if (this.prompt?.id === id) this.prompt = undefined;
    }
  }

  /** Lets go on who waits for this method. */
  heard(method) {
    for (const waiter of this.waiting) {
      if (waiter.method !== method || !this.waiting.delete(waiter)) continue;
      waiter.resolve();
    }
  }

  answered(id, message) {
    const waiter = this.asked.get(id);
    if (!waiter) {
      // Refusals of what it sent wrongly on purpose have no id.
      if (id === null || id === undefined) return;
      fail(`it got an answer to nothing: ${JSON.stringify(message)}`);
    }
    this.asked.delete(id);
    waiter(message);
  }

  async runAll(steps, names, stopped) {
    for (const step of steps) {
      const work = this.one(step, names, stopped);
      await (stopped ? Promise.race([work, stopped]) : work);
    }
  }

  async one(step, names, stopped) {
    const value = (given) => filled(given, { sessionId: this.sessionId, cwd: this.cwd, ...names });
    if ('reply' in step) {
      const id = 'withId' in step ? value(step.withId) : names.id;
      return this.send({ jsonrpc: '2.0', id, result: value(step.reply) });
    }
    if ('replyError' in step) {
      return this.send({ jsonrpc: '2.0', id: names.id, error: value(step.replyError) });
    }
    if ('text' in step) return this.say('agent_message_chunk', 'content', value(step.text));
    if ('thought' in step) return this.say('agent_thought_chunk', 'thinking', value(step.thought));
    if ('update' in step) return this.update(value(step.update), value(step.session));
    if ('legacy' in step) return this.send({ ...this.legacyFacts(), ...value(step.legacy) });
    if ('notify' in step) return this.send({ jsonrpc: '2.0', ...value(step.notify) });
    if ('request' in step) {
      const { result, error } = await this.ask(value(step.request));
      names.answer = result ?? error;
      return;
    }
    if ('permission' in step) return this.permission(step, value, names, stopped);
    if ('mcp' in step) return this.callMcp(step, value, names, stopped);
    if ('raw' in step) return this.write(value(step.raw) + (step.end ?? '\n'));
    if ('long' in step) return this.long(step);
    if ('repeat' in step) {
      for (let i = 0; i < step.repeat; i += 1) {
        await this.runAll(step.steps, Object.assign(names, { i }), stopped);
      }
      return;
    }
    if ('sleepMs' in step) return new Promise((resolve) => setTimeout(resolve, step.sleepMs));
    if ('until' in step) {
      return new Promise((resolve) => this.waiting.add({ method: step.until, resolve }));
    }
    if ('hang' in step) return new Promise(() => setInterval(() => {}, FOREVER));
    if ('stderr' in step) return void writeSync(2, `${value(step.stderr)}\n`);
    if ('exit' in step) return this.end(step.exit);
    if ('killSelf' in step) return void process.kill(process.pid, step.killSelf);
    if ('close' in step) return this.closeStream(step.close);
    if ('child' in step) return this.child(step.child, names);
    if ('run' in step) return this.program(value(step.run), names);
    if ('stopPrompt' in step) return this.prompt?.stop();
    fail(`its script has a step that is not known: ${JSON.stringify(step)}`);
  }

  send(message) {
    return this.write(`${JSON.stringify(message)}\n`);
  }

  /** Resolves when it has left: who reads slowly holds the script up. */
  write(text) {
    return new Promise((resolve) => process.stdout.write(text, () => resolve()));
  }

  say(v1, seed, value) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (this.script.dialect === 'legacy') {
      const data = { level: 'info', message: text };
      return this.send({ ...this.legacyFacts(), type: 'log', data });
    }
    if (this.seed) return this.update({ type: seed, data: { text } });
    return this.update({ sessionUpdate: v1, content: { type: 'text', text } });
  }

  update(update, session) {
    const params = this.seed ? update : { sessionId: session ?? this.sessionId, update };
    return this.send({ jsonrpc: '2.0', method: 'session/update', params });
  }

  legacyFacts() {
    const timestamp = new Date().toISOString();
    return { agent_id: 'scripted-agent', task_id: 'scripted-task', timestamp, data: {} };
  }

  ask(request) {
    const id = (this.lastId += 1);
    const answer = new Promise((resolve) => this.asked.set(id, resolve));
    void this.send({ jsonrpc: '2.0', id, ...request });
    return answer;
  }

  async permission({ permission, then = { '*': [] } }, value, names, stopped) {
    const { toolCall, options = OPTIONS, session } = value(permission);
    const params = { sessionId: session ?? this.sessionId, toolCall, options };
    const { result, error } = await this.ask({ method: 'session/request_permission', params });
    const { outcome, optionId } = result?.outcome ?? {};
    names.outcome = error ? 'error' : outcome === 'selected' ? optionId : outcome;
    const steps = then[names.outcome] ?? then['*'];
    if (!steps) fail(`its script does not cover the outcome ${names.outcome}`);
    await this.runAll(steps, names, stopped);
  }

  async callMcp({ mcp, failed }, value, names, stopped) {
    const { server: name, tool, arguments: args = {} } = value(mcp);
    const server = this.mcpServers.find((one) => name === undefined || one.name === name);
    if (!server) fail(`it was given no MCP server ${name ?? ''}`);
    try {
      names.answer = tool
        ? await this.mcp.request(server, 'tools/call', { name: tool, arguments: args })
        : await this.mcp.request(server, 'tools/list');
    } catch (error) {
      if (!failed) fail(`MCP ${tool ?? 'tools/list'}: ${error.stack}`);
      names.answer = String(error.message);
      await this.runAll(failed, names, stopped);
    }
  }

  long({ long, junk }) {
    if (junk) return this.write(`${'x'.repeat(long)}\n`);
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' } };
    const params = this.seed
      ? { type: 'content', data: { text: '' } }
      : { sessionId: this.sessionId, update };
    const line = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params });
    return this.write(
      `${line.replace('"text":""', `"text":"${'x'.repeat(long - line.length)}"`)}\n`,
    );
  }

  /** What it said before arrives. */
  async end(code) {
    await this.write('');
    process.exit(code);
  }

  closeStream(which) {
    setInterval(() => {}, FOREVER);
    if (which === 'stdout') closeSync(1);
    else process.stdin.pause();
  }

  /** In the agent's own process group unless told otherwise, as the children of real agents. */
  child({ file, ownGroup = false, deaf = false }, names) {
    const ignore = deaf ? "process.on('SIGTERM',()=>{});" : '';
    const code = `${ignore}setInterval(()=>{},${FOREVER})`;
    const child = spawn(process.execPath, ['-e', code], { detached: ownGroup, stdio: 'ignore' });
    child.unref();
    names.child = child.pid;
    if (file) writeFileSync(file, String(child.pid));
  }

  program([program, ...args], names) {
    const { stdout, stderr, status, error } = spawnSync(program, args, { encoding: 'utf8' });
    names.out = error ? String(error.message) : `${stdout}${stderr}`;
    names.status = status;
  }
}
