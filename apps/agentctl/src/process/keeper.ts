import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { errorCode, messageOf } from '../errors/error-code.js';
import { Refusal } from '../errors/refusal.js';

/** Environment variable that marks every process of one run, also those that leave its group. */
const MARK = 'RUN_BY_AGENTCTL';
const SHELL = '/bin/sh';
/** A process that forks while the list is read may be missed by one reading, not by all. */
const ROUNDS = 5;

/**
 * Reads lines until there are no more: the line is closed, or agentctl is dead. Then it kills the group
 * whose number it was told, and whatever carries the mark. Its own environment is empty.
 */
const SCRIPT = `
group=
while read -r line; do group=$line; done
[ -n "$group" ] && kill -s KILL -- "-$group"
round=0
while [ $round -lt ${ROUNDS} ]; do
  round=$((round + 1))
  found=
  for file in $(grep -lsF "${MARK}=$1" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -s KILL "\${pid%/environ}" && found=1
  done
  [ -z "$found" ] && break
done
exit 0`;

/**
 * A small process that outlives agentctl by a moment, so that no agent does: also when agentctl is
 * killed with SIGKILL. It is there before the agent is, and in no group that the agent is ended with.
 */
export class Keeper {
  /** Never rejects. */
  readonly ended: Promise<void>;
  private readonly mark = randomBytes(16).toString('hex');
  private readonly child: ChildProcess;
  private readonly line: Writable;

  private constructor() {
    this.child = spawn(SHELL, ['-c', SCRIPT, 'agentctl-keeper', this.mark], {
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    if (!this.child.stdin) throw new Error('the keeper was started without its line');
    this.line = this.child.stdin;
    // It was killed: `ended` tells.
    this.line.on('error', () => undefined);
    this.ended = new Promise((resolve) => this.child.once('close', () => resolve()));
  }

  /** @throws Refusal when there is no shell */
  static async start(): Promise<Keeper> {
    const keeper = new Keeper();
    try {
      await once(keeper.child, 'spawn');
      return keeper;
    } catch (error) {
      const why = errorCode(error) || messageOf(error);
      throw new Refusal('internal_error', `agent cannot be started: ${SHELL}: ${why}`);
    }
  }

  /** The agent's environment, marked. */
  marked(env: Readonly<Record<string, string>>): Record<string, string> {
    return { ...env, [MARK]: this.mark };
  }

  /** The agent is there now, as the leader of this group. */
  guard(group: number): void {
    this.line.write(`${group}\n`);
  }

  /** Kills whatever is left of the run. Resolves when that is done. */
  finish(): Promise<void> {
    this.line.end();
    return this.ended;
  }
}
