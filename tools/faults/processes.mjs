import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
export const SERVER_PROGRAM = fromRoot('apps/server/bundle/kenny.mjs');
export const AGENT_PROGRAM = fromRoot('apps/agent/bundle/kenny-agent.cjs');

/** Nothing of whoever runs this: above all no `KENNY_*`. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR'];
const KEPT_OUTPUT = 200_000;

/** One process that may be ended in any way, with the last of what it said. */
export class Program {
  output = '';
  /** How many lines it has said in all. */
  lines = 0;

  constructor(name, line, { env = {}, cwd, uid, gid } = {}) {
    this.name = name;
    const [program, ...args] = line;
    const inherited = INHERITED.flatMap((key) =>
      process.env[key] === undefined ? [] : [[key, process.env[key]]],
    );
    this.startedAt = performance.now();
    this.process = spawn(program, args, {
      env: { ...Object.fromEntries(inherited), ...env },
      ...{ cwd, uid, gid, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => this.#keep(text));
    }
    this.ended = once(this.process, 'close').then(([code, signal]) => {
      this.endedAfterMs = performance.now() - this.startedAt;
      return { code, signal };
    });
    this.ended.catch(() => undefined);
  }

  #keep(text) {
    this.lines += text.split('\n').length - 1;
    this.output = (this.output + text).slice(-KEPT_OUTPUT);
  }

  get pid() {
    return this.process.pid;
  }

  get running() {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  signal(signal) {
    this.process.kill(signal);
  }

  /** Returns the moment of the kill. */
  async kill() {
    this.signal('SIGKILL');
    const at = now();
    await this.ended;
    return at;
  }

  /** Asks it to end; what does not is killed, which the answer says. */
  async stop(patienceMs = 20_000) {
    this.signal('SIGTERM');
    const in_time = await within(this.ended, patienceMs);
    if (!in_time) await this.kill();
    return in_time !== undefined;
  }

  /** How it ended within this time; undefined when it still runs. */
  endsWithin(ms) {
    return within(this.ended, ms);
  }
}

export const nodeLine = (...args) => [process.execPath, ...args];

/** Wall time with fractions that no step of the calendar moves. */
export const now = () => performance.timeOrigin + performance.now();

/** What the promise gives, or undefined when the time is over before. */
export async function within(promise, ms) {
  const over = new AbortController();
  try {
    return await Promise.race([promise, pause(ms, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** Asks again and again until the probe gives something. @throws Error that says what was awaited */
export async function eventually(what, probe, patienceMs = 60_000, everyMs = 40) {
  const end = performance.now() + patienceMs;
  let trouble;
  while (performance.now() < end) {
    try {
      const found = await probe();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      trouble = error;
    }
    await pause(everyMs);
  }
  throw new Error(`${what} did not happen within ${patienceMs / 1000} s`, { cause: trouble });
}

/** A port that was free a moment ago; a server that is restarted needs the same one. */
export async function freePort() {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
