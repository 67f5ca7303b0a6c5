import { needsAttention, type FleetAgent, type SectionHealth } from '@kenny/contract/web';
import { countedStatus, GUARDING_SECTIONS } from '@kenny/health/web';
import { HEALTH_WORDS } from '../words';

const GUARDING: ReadonlySet<string> = new Set(GUARDING_SECTIONS);

/** Protection and disk checks that this PC cannot read; none for a PC that is offline. */
export function unreadableGuards({ overall, sections }: FleetAgent): SectionHealth[] {
  if (overall === 'offline' || overall === 'unknown') return [];
  return sections.filter(({ name, status }) => status === 'unknown' && GUARDING.has(name));
}

/** `1 not readable`; nothing where all is. */
export function unreadableWords(agent: FleetAgent): string {
  const count = unreadableGuards(agent).length;
  return count === 0 ? '' : `${count} not readable`;
}

/** What a row of the fleet says of a PC beside its health: `1 not readable · 1 snoozed`. */
export function asideWords(agent: FleetAgent): string {
  const count = agent.sections.filter(({ snoozed }) => snoozed !== undefined).length;
  const snoozed = count === 0 ? '' : `${count} snoozed`;
  return [unreadableWords(agent), snoozed].filter(Boolean).join(' · ');
}

/** Checks of the PC that somebody should look at; what was snoozed is none. */
export function sectionsInNeed({ sections }: Pick<FleetAgent, 'sections'>): SectionHealth[] {
  return sections.filter((section) => needsAttention(countedStatus(section)));
}

/** Of what is wrong, only the worst has room in a row: `2 more` says that there is more to see. */
export function furtherWords({ worst, sections }: FleetAgent): string {
  const further = sectionsInNeed({ sections }).filter(({ name }) => name !== worst?.name).length;
  return worst && further > 0 ? `${further} more` : '';
}

/** The last health of an offline PC, `Was OK when last seen`; empty while it is online. */
export function lastSeenWords({ last_overall }: Pick<FleetAgent, 'last_overall'>): string {
  return last_overall === undefined ? '' : `Was ${HEALTH_WORDS[last_overall]} when last seen`;
}
