import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The measured server has the first core for itself, whoever loads it the others. */
const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;
export const PINNING = canPin
  ? 'server on one core, load generator on the others (taskset)'
  : 'not pinned: no taskset, or one core';
const CORES = { server: '0', load: `1-${cpus().length - 1}` };

const PROBE = new URL('probe.mjs', import.meta.url);
const START_MS = 60_000;

/** A command line on the cores of whoever loads the server, for what the server starts itself. */
export const onLoadCores = (line) => (canPin ? ['taskset', '-c', CORES.load, ...line] : line);

/** A Node process with a pipe to it. */
export class Child {
  #output = '';
  #nextId = 0;
  #waiting = new Map();

  constructor(name, core, args, env = {}, flags = []) {
    this.name = name;
    const line = [process.execPath, ...flags, ...args];
    const [program, ...rest] = canPin ? ['taskset', '-c', CORES[core], ...line] : line;
    this.startedAt = performance.now();
    this.process = spawn(program, rest, {
      env: { ...inherited(), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on('data', (data) => (this.#output = (this.#output + data).slice(-4_000)));
    }
    this.process.on('message', (message) => this.#settle(message));
    this.ended = once(this.process, 'close').then(() => {
      for (const { reject } of this.#waiting.values()) reject(this.#trouble('ended'));
    });
  }

  get pid() {
    return this.process.pid;
  }

  /** The first message that fits. */
  async says(fits) {
    const giveUp = AbortSignal.timeout(START_MS);
    for (;;) {
      const [message] = await Promise.race([
        once(this.process, 'message', { signal: giveUp }).catch(() => [undefined]),
        this.ended.then(() => [undefined]),
      ]);
      if (message === undefined) throw this.#trouble('did not say what it should');
      if (fits(message)) return message;
    }
  }

  /** Sends a message and waits for its answer: one with the same id under the same key. */
  ask(key, message) {
    const id = (this.#nextId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(`${key}:${id}`, { resolve, reject });
      this.process.send({ ...message, id }, (error) => error && reject(this.#trouble('is gone')));
    });
  }

  async stop(signal = 'SIGTERM') {
    this.process.kill(signal);
    await this.ended;
  }

  #settle(message) {
    for (const key of ['probe', 'load']) {
      const waiting = this.#waiting.get(`${key}:${message?.[key]}`);
      if (!waiting) continue;
      this.#waiting.delete(`${key}:${message[key]}`);
      if (message.error) waiting.reject(new Error(`${this.name}: ${message.error}`));
      else waiting.resolve(message);
    }
  }

  #trouble(what) {
    return new Error(`${this.name} ${what}:\n${this.#output}`);
  }
}

/** A process whose own figures can be asked for: kenny's server or the bare one. */
export class Measured extends Child {
  constructor(name, args, env, flags = []) {
    super(name, 'server', args, env, ['--import', PROBE.href, ...flags]);
  }

  sample() {
    return this.ask('probe', { probe: 'sample' });
  }

  /** Commands from inside the process, without a door. */
  async command(params) {
    const before = await this.sample();
    const { result } = await this.ask('load', { command: params });
    const { cpuMs } = await this.sample();
    return { ...result, cpuMs: cpuMs - before.cpuMs };
  }

  resetDelay() {
    return this.ask('probe', { probe: 'reset' });
  }

  /** Figures after a garbage collection, with what the operating system says of its memory. */
  async settled() {
    await this.ask('probe', { probe: 'collect' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const figures = await this.ask('probe', { probe: 'collect' });
    return { ...figures, residentMiB: residentMiB(this.pid) };
  }
}

export function residentMiB(pid) {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** CPU of a process and all its threads since its start; ticks are 10 ms on every Linux. */
export function cpuMsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Nothing of whoever runs the bench: above all no `KENNY_*`. */
function inherited() {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR'];
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.includes(name)));
}
