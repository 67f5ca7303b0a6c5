import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NotHere } from './disks.mjs';
import { startPostgres } from '../run/postgres.mjs';
import { openPostgres } from './postgres.mjs';
import { eventually } from './processes.mjs';

/** A PostgreSQL to which harm may be done: stopped, paused, without room. */
export class OwnPostgres {
  #again;

  static async start(parent) {
    const started = await startPostgres(parent ? { parent } : {});
    if (started.skipped) throw new NotHere(started.skipped);
    return Object.assign(new OwnPostgres(), { started, url: started.url });
  }

  get #data() {
    return join(this.started.folder, 'data');
  }

  get #pid() {
    return Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** As `systemctl stop` does. */
  async stop() {
    const pid = this.#pid;
    process.kill(pid, 'SIGINT');
    await eventually('PostgreSQL has ended', () => !alive(pid), 30_000);
  }

  /** With the very line that it was started with. */
  async startAgain() {
    const line = readFileSync(join(this.#data, 'postmaster.opts'), 'utf8').trim();
    const { uid, gid } = statSync(this.#data);
    this.#again = spawn('/bin/sh', ['-c', `exec ${line}`], { uid, gid, cwd: '/', stdio: 'ignore' });
    await eventually('PostgreSQL answers', () =>
      openPostgres(this.url, (c) => c.query('SELECT 1')),
    );
  }

  /** The postmaster and all its children stand still, and their sockets stay open. */
  pause() {
    this.paused = [this.#pid, ...childrenOf(this.#pid)];
    for (const pid of this.paused) process.kill(pid, 'SIGSTOP');
  }

  resume() {
    for (const pid of this.paused ?? []) if (alive(pid)) process.kill(pid, 'SIGCONT');
    this.paused = [];
  }

  async close() {
    this.resume();
    if (this.#again) await this.stop().catch(() => undefined);
    await this.started.stop();
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const childrenOf = (pid) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);
