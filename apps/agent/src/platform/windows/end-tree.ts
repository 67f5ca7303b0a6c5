import { AGENT_CHILD_COMMANDS } from '@kenny/contract/agent';
import { execFile } from 'node:child_process';
import { countAt, listAt, textAt } from '../json.js';
import { systemProgram, windowsEnvironment } from './environment.js';
import type { NativePart } from './native/parts.js';
import { descendantsOf, type ListedProcess } from './native/processes.js';
import { ownCommand } from '../own-command.js';
import { readPartLine } from './part-lines.js';

/** Both answer within a second; a PC that hangs must not block the agent. */
const PATIENCE_MS = 5_000;
/** More processes than any PC has. */
const LIST_BYTES = 8 * 1024 * 1024;

/** What ending a tree needs of Windows. */
export interface TreeEnding {
  /** All processes; empty when they cannot be listed. */
  list(): Promise<readonly ListedProcess[]>;
  /** Asks Windows to end the whole tree; may fail. */
  taskkill(leader: number): Promise<void>;
  end(pid: number): void;
}

/**
 * Ends a process and its descendants. A job (`inJob`) ends with its first process anyway. Otherwise
 * Windows is asked, and may not do it; so descendants are listed while their parents still live,
 * and survivors are ended one by one.
 */
export async function endWindowsTree(
  leader: number,
  windows: TreeEnding = { list, taskkill, end },
): Promise<void> {
  const members = descendantsOf(leader, await windows.list());
  await windows.taskkill(leader);
  windows.end(leader);
  if (members.length === 0) return;
  for (const { pid } of stillThere(members, await windows.list())) windows.end(pid);
}

/** A reused pid has another parent or name. */
function stillThere(
  members: readonly ListedProcess[],
  now: readonly ListedProcess[],
): ListedProcess[] {
  const running = new Map(now.map((one) => [one.pid, one]));
  return members.filter(({ pid, parent, name }) => {
    const found = running.get(pid);
    return found !== undefined && found.parent === parent && found.name === name;
  });
}

function taskkill(pid: number): Promise<void> {
  const options = { timeout: PATIENCE_MS, windowsHide: true, env: windowsEnvironment() };
  return new Promise((resolve) => {
    execFile(systemProgram('taskkill'), ['/t', '/f', '/pid', String(pid)], options, () =>
      resolve(),
    );
  });
}

/** In its own child instead of `readNative`, which may be what has to be ended. */
function list(): Promise<readonly ListedProcess[]> {
  const { file, args } = ownCommand();
  const part: NativePart = 'processTree';
  const words = [...args, AGENT_CHILD_COMMANDS.collect, '--parts', part];
  const options = {
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL' as const,
    maxBuffer: LIST_BYTES,
    windowsHide: true,
    env: windowsEnvironment(),
  };
  return new Promise((resolve) => {
    execFile(file, words, options, (_error, stdout) => resolve(listIn(stdout)));
  });
}

/** The child's output, whole or not at all. */
export function listIn(stdout: string): ListedProcess[] {
  const found = stdout
    .split('\n')
    .map(readPartLine)
    .find((line) => line?.kind === 'part');
  if (found?.kind !== 'part' || !('value' in found.outcome)) return [];
  return listAt(found.outcome.value).flatMap((one) => {
    const [pid, parent, name] = [countAt(one, 'pid'), countAt(one, 'parent'), textAt(one, 'name')];
    return pid && parent !== undefined && name !== undefined ? [{ pid, parent, name }] : [];
  });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone: as wanted.
  }
}
