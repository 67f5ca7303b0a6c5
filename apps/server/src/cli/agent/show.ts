import {
  EXIT_CODES,
  systemTitle,
  type ExitCode,
  type FleetAgent,
  type Health,
  type PcHealth,
} from '@kenny/contract/client';
import type { Invocation } from '../invocation.js';
import { findPc } from '../names/pcs.js';
import { ago, lasting, span, until } from '../output/durations.js';
import { look, say, type Look, type Shown } from '../output/shown.js';
import { facts, table } from '../output/table.js';

export const HEALTH_LOOKS: Readonly<Record<PcHealth, Look>> = {
  crit: 'red',
  warn: 'yellow',
  offline: 'dim',
  unknown: 'cyan',
  ok: 'green',
};

/** Show a clock difference above this. */
const SKEW_S = 60;
const WORST_FIRST: readonly Health[] = ['crit', 'warn', 'unknown', 'ok'];

/** One PC: facts, health and its reasons. */
export async function showAgent(call: Invocation, given: string): Promise<ExitCode> {
  const client = call.client();
  const { answer } = await findPc(client, given);
  await call.present(client, 'FleetAgent', answer, (agent) => [
    ...factLines(agent, answer.serverTime),
    say``,
    ...sectionLines(agent, answer.serverTime, call.screen.width),
  ]);
  return EXIT_CODES.ok;
}

function factLines(agent: FleetAgent, now: number): Shown[] {
  const { agent_id, name, overall, meta, tags, clock_skew_s: skew } = agent;
  return [
    say`${look(name, 'bold')} (${agent_id}): ${look(overall, HEALTH_LOOKS[overall])}`,
    ...facts([
      ['seen', presence(agent, now)],
      ['host', meta && say`${meta.hostname}`],
      ['system', meta && say`${systemTitle(agent) ?? meta.os}${meta.arch ? `, ${meta.arch}` : ''}`],
      ['agent', meta && say`${meta.version}, protocol ${agent.protocol ?? 'unknown'}`],
      [
        'remote control',
        meta?.remote_control === false ? 'switched off by the person there' : null,
      ],
      ['owner', [agent.owner, agent.contact].filter(Boolean).join(', ') || null],
      ['notes', agent.notes ?? null],
      ['remote help', [agent.help_id, agent.help_link].filter(Boolean).join(', ') || null],
      ['tags', tags.length === 0 ? null : tags.join(', ')],
      ['data', agent.received_at === null ? 'none yet' : ago(agent.received_at, now)],
      [
        'dropped',
        agent.dropped_since === undefined
          ? null
          : say`${lasting(agent.dropped_since, now)}: it sent too much today`,
      ],
      ['clock', skew === null || Math.abs(skew) < SKEW_S ? null : clockWords(skew)],
      ['last 24 h', agent.strip],
    ]),
  ];
}

function presence({ online, last_seen, connected_since }: FleetAgent, now: number): string {
  if (online) return connected_since === null ? 'now' : `online ${lasting(connected_since, now)}`;
  return last_seen === null ? 'never' : ago(last_seen, now);
}

function clockWords(skew: number): string {
  return `${span(Math.abs(skew) * 1000)} ${skew > 0 ? 'fast' : 'slow'}`;
}

function sectionLines({ sections }: FleetAgent, now: number, width: number | undefined): Shown[] {
  if (sections.length === 0) return [say`${look('It has not reported yet.', 'dim')}`];
  const sorted = [...sections].sort(
    (a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status),
  );
  const rows = sorted.map(({ name, status, since, reason, snoozed }) => [
    ...[look(status, HEALTH_LOOKS[status]), name, ago(since, now)],
    snoozed ? say`${reason} (snoozed by ${snoozed.by}, ends ${until(snoozed.until, now)})` : reason,
  ]);
  return table(['health', 'section', 'since', 'why'], rows, width);
}
