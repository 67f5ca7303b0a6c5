import { isPicked, type AlertChoices, type FleetAgent } from '@kenny/contract/web';
import { countedStatus } from '@kenny/health/web';
import { HOUR_MS, visibleText } from '@kenny/kernel';
import { durationWords } from '../../../core/time/relative';
import { checkTitle } from '../../../core/words';

/** The check that the forecast of a full disk is about. */
const DISK = 'disk';

/** What is so now, as far as the page knows it. */
export interface ToldFrom {
  readonly pcs: readonly FleetAgent[];
  /** PC → when its disk is full. */
  readonly filling: ReadonlyMap<string, string>;
  /** PCs of the requests that wait, one each. */
  readonly waiting: readonly string[];
}

type Choices = Pick<AlertChoices, 'agents' | 'tags' | 'muted' | 'health_from' | 'away_hours'>;

/** A line for each thing that these choices would have told. */
export function toldNow(choices: Choices, from: ToldFrom, now: number): string[] {
  const { health_from, away_hours, muted } = choices;
  const pcs = from.pcs.filter(({ agent_id, tags }) => isPicked(choices, agent_id, tags));
  const lines = (
    kind: AlertChoices['muted'][number],
    of: (pc: FleetAgent) => readonly (string | undefined)[],
  ): string[] => {
    if (muted.includes(kind)) return [];
    return pcs.flatMap((pc) =>
      of(pc).flatMap((what) => (what === undefined ? [] : `${visibleText(pc.name)}: ${what}`)),
    );
  };
  const asked = from.waiting.filter((id) => pcs.some(({ agent_id }) => agent_id === id)).length;
  return [
    ...lines('health', (pc) => checksAt('crit', pc).map(checkTitle)),
    ...(asked > 0 && !muted.includes('approval_waiting') ? [requests(asked)] : []),
    ...lines('disk_forecast', ({ agent_id }) => [from.filling.get(agent_id)]),
    ...lines('pc_away', ({ online, last_seen }) => {
      const since = online || last_seen === null ? now : Date.parse(last_seen);
      return now - since < away_hours * HOUR_MS ? [] : [`offline ${durationWords(since, now)}`];
    }),
    ...(health_from === 'warn'
      ? lines('health', (pc) => warningsNotToldAhead(choices, from, pc).map(checkTitle))
      : []),
  ];
}

/** The checks of a PC with a warning, without a disk of which its forecast tells. */
export function warningsNotToldAhead(
  { muted }: Pick<Choices, 'muted'>,
  { filling }: Pick<ToldFrom, 'filling'>,
  pc: FleetAgent,
): string[] {
  const isToldAhead = filling.has(pc.agent_id) && !muted.includes('disk_forecast');
  return checksAt('warn', pc).filter((name) => name !== DISK || !isToldAhead);
}

function checksAt(status: 'crit' | 'warn', { sections }: FleetAgent): string[] {
  return sections.filter((section) => countedStatus(section) === status).map(({ name }) => name);
}

const requests = (count: number): string =>
  `${count} request${count === 1 ? '' : 's'} for approval`;
