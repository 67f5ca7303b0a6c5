import {
  needsAttention,
  type ApprovalView,
  type FleetAgent,
  type Health,
  type PcHealth,
  type SectionHealth,
  type TaskView,
} from '@kenny/contract/web';
import { countedStatus, worstFirst, worstSectionFirst } from '@kenny/health/web';
import { HEALTH_WORDS, NOT_CONNECTED_YET } from '../../core/words';

/** Something that somebody should look at. */
export type Matter = PcMatter | ApprovalMatter | TaskMatter;

export interface PcMatter {
  readonly kind: 'pc';
  readonly id: string;
  readonly agent: FleetAgent;
  readonly health: PcHealth;
  /** What is wrong; null for a PC that is not there. */
  readonly section: SectionHealth | null;
  /** How many of its sections are as bad, or nearly. */
  readonly further: number;
}

export interface ApprovalMatter {
  readonly kind: 'approval';
  readonly id: string;
  readonly approval: ApprovalView;
}

export interface TaskMatter {
  readonly kind: 'task';
  readonly id: string;
  readonly task: Pick<TaskView, 'id' | 'title' | 'state' | 'error' | 'waits_for' | 'updated_at'>;
}

const BAD: readonly Health[] = ['crit', 'warn'];

/** More than five do not help anybody to start. */
export const MOST_MATTERS = 5;
/** So few more are shown too: a line that counts them would hide who is missing for no gain. */
const FEW_MORE = 2;

/** The order of healths: what is broken, what may break, who is missing, who has never come. */
const RANKED = ['crit', 'warn', 'offline', 'unknown'] as const;

/** Every PC that needs somebody, worst first, each once. */
export function mattersOf(agents: readonly FleetAgent[]): PcMatter[] {
  return agents.flatMap((agent) => pcMatter(agent)).sort((a, b) => worstFirst(a.agent, b.agent));
}

/** As many as help, and a few more where that is all of them. */
export function firstOf(matters: readonly PcMatter[]): readonly PcMatter[] {
  return matters.length <= MOST_MATTERS + FEW_MORE ? matters : matters.slice(0, MOST_MATTERS);
}

/** `3 more: 1 warning, 2 offline`; empty without any. */
export function restWords(rest: readonly PcMatter[]): string {
  if (rest.length === 0) return '';
  const parts = RANKED.flatMap((health) => {
    const count = rest.filter((matter) => matter.health === health).length;
    const words = health === 'unknown' ? NOT_CONNECTED_YET : HEALTH_WORDS[health];
    return count === 0 ? [] : [`${count} ${words.toLowerCase()}`];
  });
  return `${rest.length} more: ${parts.join(', ')}`;
}

export function waitingOf(approvals: readonly ApprovalView[]): ApprovalMatter[] {
  return approvals.map((approval) => ({ kind: 'approval', id: approval.id, approval }));
}

export function tasksOf(tasks: readonly TaskMatter['task'][]): TaskMatter[] {
  return tasks.map((task) => ({ kind: 'task', id: task.id, task }));
}

function pcMatter(agent: FleetAgent): PcMatter[] {
  const { agent_id, overall, last_seen } = agent;
  const isAway = overall === 'offline' || (overall === 'unknown' && last_seen === null);
  if (!needsAttention(overall) && !isAway) return [];
  const bad = agent.sections.filter((section) => BAD.includes(countedStatus(section)));
  const section = isAway ? null : worstByConsequence(agent, bad);
  return [
    {
      ...{ kind: 'pc', id: agent_id, agent, health: overall, section },
      further: section === null ? 0 : Math.max(0, bad.length - 1),
    },
  ];
}

function worstByConsequence(
  { worst }: FleetAgent,
  bad: readonly SectionHealth[],
): SectionHealth | null {
  return [...bad].sort(worstSectionFirst)[0] ?? worst;
}
