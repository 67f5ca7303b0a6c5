import type { AgentType } from '../types/index.js';
import type { ControlGroup } from './control-groups.js';

/** Processes and threads of one agent with its children. */
export const AGENT_PROCESSES = 1_024;
const MIB = 1024 * 1024;

/** Enters every group that is named before `--`, then becomes the command. */
const JOIN = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"';

export interface LimitedCommand {
  readonly command: string[];
  /** What of the limits is not kept, in words. */
  readonly notes: string[];
}

/**
 * Puts a command below its type's limits: for all its processes together where the kernel lets us
 * make a group, else each process for itself, and it says so.
 */
export function limited(
  command: readonly string[],
  type: Pick<AgentType, 'memory_mb' | 'cpu_cores'>,
  machine: { readonly group: ControlGroup; readonly cores: number; readonly programs: Programs },
): LimitedCommand {
  const { group, cores, programs } = machine;
  const { memory, cpu, processes } = group.holds;
  const notes: string[] = [];
  let words = [...command];
  if (!memory && programs.prlimit) {
    notes.push('memory_mb is kept for each process, not for all of them together');
  } else if (!memory) notes.push('memory_mb is not kept on this machine');
  if (programs.prlimit) {
    const data = memory ? [] : [`--data=${type.memory_mb * MIB}`];
    words = [programs.prlimit, ...data, '--core=0', '--', ...words];
  }
  const whole = Math.max(1, Math.ceil(type.cpu_cores));
  if (!cpu && programs.taskset && whole < cores) {
    words = [programs.taskset, '--cpu-list', `0-${whole - 1}`, ...words];
    if (whole !== type.cpu_cores) notes.push(`cpu_cores is rounded up to ${whole}`);
  } else if (!cpu && type.cpu_cores < cores) notes.push('cpu_cores is not kept on this machine');
  if (!processes) notes.push('the number of processes is not limited');
  if (group.joins.length > 0) {
    words = ['/bin/sh', '-c', JOIN, 'kenny-limits', ...group.joins, '--', ...words];
  }
  return { command: words, notes };
}

export interface Programs {
  readonly prlimit: string | null;
  readonly taskset: string | null;
}
