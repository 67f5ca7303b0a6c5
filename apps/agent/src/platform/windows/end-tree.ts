import { execFile } from 'node:child_process';
import { systemProgram, windowsEnvironment } from '../../config/windows-environment.js';

/** `taskkill` answers within a second; a PC that hangs must not hold the agent. */
const TASKKILL_MS = 5_000;

/**
 * Ends a process and all that it started. The tree is ended first: once its first process is gone,
 * nobody can tell any more whose the others were. What runs in a job (`inJob`) ends with its first
 * process in any case.
 */
export async function endWindowsTree(leader: number): Promise<void> {
  await taskkill(leader);
  try {
    process.kill(leader, 'SIGKILL');
  } catch {
    // Gone already: that is what we wanted.
  }
}

/** Whatever it answers, the leader is ended afterwards by the system's own call. */
function taskkill(pid: number): Promise<void> {
  const file = systemProgram('taskkill');
  const options = { timeout: TASKKILL_MS, windowsHide: true, env: windowsEnvironment() };
  return new Promise((resolve) => {
    execFile(file, ['/t', '/f', '/pid', String(pid)], options, () => resolve());
  });
}
