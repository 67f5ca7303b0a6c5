import { isPicked, type AlertChoices } from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';
import { warningsNotToldAhead, type ToldFrom } from './told-now';

type Choices = Pick<AlertChoices, 'agents' | 'tags' | 'muted' | 'health_from' | 'away_hours'>;

/** What is so now and is not told with these choices: `other warnings on 3 PCs and 1 offline PC`; empty for nothing. */
export function leftOut(
  choices: Choices,
  from: Pick<ToldFrom, 'pcs' | 'filling'>,
  now: number,
): string {
  const { health_from, away_hours } = choices;
  const pcs = from.pcs.filter(({ agent_id, tags }) => isPicked(choices, agent_id, tags));
  const warned = pcs.filter(
    (pc) =>
      health_from === 'crit' &&
      pc.overall === 'warn' &&
      warningsNotToldAhead(choices, from, pc).length > 0,
  ).length;
  const away = pcs.filter(
    ({ online, last_seen }) =>
      !online && last_seen !== null && now - Date.parse(last_seen) < away_hours * HOUR_MS,
  ).length;
  return [
    warned === 0 ? '' : `other warnings on ${counted(warned, 'PC')}`,
    away === 0 ? '' : counted(away, 'offline PC'),
  ]
    .filter((words) => words !== '')
    .join(' and ');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
