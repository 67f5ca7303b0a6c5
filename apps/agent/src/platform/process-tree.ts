import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../errors/error-code.js';
import { killGroup, membersOfGroup } from './run-group.js';
import { endWindowsTree } from './windows/end-tree.js';

/**
 * Environment variable that marks every process of one run. A child that starts its own session
 * (`setsid`, a daemon) leaves the process group, but keeps the mark.
 */
export const RUN_MARK = 'RUN_BY_KENNY_AGENT';

/** Time between SIGTERM and SIGKILL. */
const TERM_GRACE_MS = 1_500;
/** Time for the kernel to remove killed processes before we give up. */
const KILL_GRACE_MS = 1_000;
const POLL_MS = 25;
/** Process states that mean "ended". */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X']);

/** One run: its group leader, the mark that all of it carries, its control group. */
export interface ProcessTree {
  leader: number;
  mark: string;
  controlGroup?: string | undefined;
}

/**
 * Ends a whole tree: SIGTERM, then SIGKILL. Returns when the tree is gone, or after both grace
 * periods when a process cannot be killed (stuck in the kernel).
 */
export async function endTree(tree: ProcessTree): Promise<void> {
  if (process.platform === 'win32') return endWindowsTree(tree.leader);
  if (await signalTree(tree, 'SIGTERM', TERM_GRACE_MS)) return;
  await killGroup(tree.controlGroup);
  await signalTree(tree, 'SIGKILL', KILL_GRACE_MS);
}

/** True once nothing is left. Polls, because a tree may grow while it is being ended. */
async function signalTree(
  tree: ProcessTree,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<boolean> {
  const told = new Set<number>();
  const giveUpAt = performance.now() + graceMs;
  for (;;) {
    const members = await membersOf(tree);
    if (members.length === 0) return true;
    if (performance.now() >= giveUpAt) return false;
    for (const pid of members.filter((member) => !told.has(member))) {
      send(pid, signal);
      told.add(pid);
    }
    await delay(POLL_MS);
  }
}

/** False when there is nothing (left) to signal. A negative pid means a group. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    // EPERM: it exists, but we may not signal it.
    return errorCode(error) === 'EPERM';
  }
}

/** Living members. Only Linux can list them; elsewhere the group counts as one, `-leader`. */
async function membersOf(tree: ProcessTree): Promise<number[]> {
  if (process.platform !== 'linux') return send(-tree.leader, 0) ? [-tree.leader] : [];
  const needle = Buffer.from(`${RUN_MARK}=${tree.mark}\0`);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const judged = await Promise.all(
    pids.map(async (pid) => ((await belongs(pid, tree.leader, needle)) ? [Number(pid)] : [])),
  );
  return [...new Set([...judged.flat(), ...(await living(tree.controlGroup))])];
}

/** Members of the control group, zombies excluded. */
async function living(controlGroup: string | undefined): Promise<number[]> {
  const pids = await membersOfGroup(controlGroup);
  const states = await Promise.all(pids.map((pid) => stateOf(String(pid))));
  return pids.filter((_, at) => states[at] !== undefined && !ENDED.has(states[at]));
}

async function stateOf(pid: string): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0] || undefined;
}

async function belongs(pid: string, leader: number, needle: Buffer): Promise<boolean> {
  try {
    // "pid (name, which may hold anything) state ppid pgrp …"
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || ENDED.has(state)) return false;
    return Number(group) === leader || (await readFile(`/proc/${pid}/environ`)).includes(needle);
  } catch {
    return false; // it ended meanwhile, or is another user's
  }
}
