import { SERVER_FILES } from '@kenny/contract/agent';
import { API_PATHS } from '@kenny/contract/client';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextDecoderStream } from 'node:stream/web';
import { pathOf } from './processes.mjs';

const SCRIPTED_AGENT = pathOf('../../libs/acp/src/testing/scripted-agent.mjs');

/** Its own process would be hidden from a sandbox, which has no place for this checkout. */
export const TASKS_ENV = { KENNY_TASKS_SANDBOX: 'off' };

/**
 * Agents that do what scripts say (`libs/acp/src/testing/script.ts`), as what may run on the server
 * with this data folder. @param around - makes the command that is run of the agent's own
 * @returns the commands by the names of their types
 */
export function writeAgentTypes(dataDir, scripts, around = (command) => command) {
  const commands = Object.fromEntries(
    Object.entries(scripts).map(([id, script]) => {
      // A file, because an argument of an agent's command is shorter than some scripts.
      const file = join(dataDir, `${id}.script.json`);
      writeFileSync(file, JSON.stringify(script));
      return [id, around([process.execPath, SCRIPTED_AGENT, file])];
    }),
  );
  const types = Object.entries(commands).map(([id, command]) => ({ id, name: id, command }));
  writeFileSync(join(dataDir, SERVER_FILES.agentTypes), JSON.stringify({ types }), { mode: 0o600 });
  return commands;
}

/** All events of a task from a number on, as a reader of the stream gets them. */
export class TaskReader {
  /** The last one that was read. */
  seq = 0;
  text = '';
  updates = 0;
  gaps = 0;
  #waiting = new Set();
  #buffer = '';

  constructor({ url, token }, taskId) {
    this.address = new URL(API_PATHS.taskEvents(taskId), url);
    this.headers = { authorization: `Bearer ${token}` };
  }

  /** Reads on behind what it has, until `leave`; resolves when all that was stored is read. */
  async come() {
    this.leaving = new AbortController();
    const replayed = this.next('task.replay_done');
    const headers = { ...this.headers, 'last-event-id': String(this.seq) };
    const { signal } = this.leaving;
    const answer = await fetch(this.address, { headers, signal });
    if (!answer.ok) throw new Error(`events of a task answered ${answer.status}`);
    this.reading = this.#read(answer.body).catch((error) => {
      if (!signal.aborted) throw error;
    });
    await replayed;
  }

  async leave() {
    this.leaving.abort();
    await this.reading;
  }

  /** When the next event of that name, and which fits, was here. */
  next(name, fits = () => true) {
    return new Promise((resolve) => this.#waiting.add({ name, fits, resolve }));
  }

  async #read(body) {
    this.#buffer = '';
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const now = performance.now();
      const blocks = (this.#buffer + piece).split('\n\n');
      this.#buffer = blocks.pop();
      for (const block of blocks) this.#take(block, now);
    }
  }

  #take(block, now) {
    const [, id, name, json] = /^id: (\d+)\nevent: ([\w.]+)\ndata: (.+)$/.exec(block) ?? [];
    if (name === undefined) return;
    this.seq = Math.max(this.seq, Number(id));
    const { data = {} } = JSON.parse(json);
    if (name === 'stream.gap') this.gaps += 1;
    if (name === 'update') this.#said(data);
    for (const waiting of [...this.#waiting]) {
      if (waiting.name !== name || !waiting.fits(data)) continue;
      this.#waiting.delete(waiting);
      waiting.resolve(now);
    }
  }

  #said({ sessionUpdate, content }) {
    this.updates += 1;
    if (sessionUpdate === 'agent_message_chunk') this.text += content.text;
  }
}

/** Processes that a process has started, and those that they have. */
export function descendantsOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const isBelow = (one) => one !== undefined && (one === pid || isBelow(parents.get(one)));
  return [...parents.keys()].filter((one) => one !== pid && isBelow(one));
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** Memory that would be free without this process: pages that it shares with no other. */
export function ownMiB(pid) {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kib = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, size]) => Number(size));
  return kib.reduce((all, one) => all + one, 0) / 1024;
}
