import {
  ALERT_KINDS,
  isPicked,
  PUSH_CHANNEL,
  type AlertChoices,
  type OwnAlertChannel,
} from '@kenny/contract';
import type { Rights } from '../../auth/index.js';
import { KennyError, maySee, type CallContext } from '../../kernel/index.js';
import type { NewAlert } from './alert.js';
import { tellAt } from './quiet-hours.js';

export interface Person {
  readonly operator_id: string;
  readonly rights: Rights;
  readonly choices: AlertChoices;
  /** When they chose. */
  readonly chosen_at: number;
  /** Ids of their browsers that are notified. */
  readonly browsers: readonly string[];
}

/** A place where one alert goes, for one person. */
export interface Target {
  readonly operator_id: string;
  readonly channel_id: string;
  readonly address: string;
  readonly at: number;
}

/** Whether a person may know it, and wants to. */
export function isFor(
  { rights, choices }: Pick<Person, 'rights' | 'choices'>,
  alert: NewAlert,
  tags: readonly string[],
): boolean {
  const { subject, kind, hours } = alert;
  const audience = ALERT_KINDS[kind].for;
  if (audience === 'admin' && !rights.admin) return false;
  if (audience === 'decider' && !rights.decide) return false;
  if (subject && !maySee(rights, subject.agent_id)) return false;
  if (!subject && !rights.admin) return false;
  if (choices.muted.includes(kind)) return false;
  if (kind === 'health' && choices.health_from === 'crit' && alert.severity !== 'crit')
    return false;
  if (hours && !(hours.above < choices.away_hours && choices.away_hours <= hours.upTo))
    return false;
  return !subject || isPicked(choices, subject.agent_id, tags);
}

/** Whether a person may see a PC, and wants to hear of it. */
export function reaches(
  { rights, choices }: Pick<Person, 'rights' | 'choices'>,
  pc: { readonly agent_id: string; readonly tags: readonly string[] },
): boolean {
  return maySee(rights, pc.agent_id) && isPicked(choices, pc.agent_id, pc.tags);
}

export function reachesAll({ rights, choices }: Pick<Person, 'rights' | 'choices'>): boolean {
  return rights.agents === null && choices.agents.length + choices.tags.length === 0;
}

/** Where an alert goes; a place that several people share gets it once, at the earliest time. */
export function targetsOf(
  people: readonly Person[],
  alert: NewAlert,
  tags: readonly string[],
  now: number,
): Target[] {
  const places = new Map<string, Target>();
  for (const person of people) {
    if (!isFor(person, alert, tags)) continue;
    const at = tellAt(person.choices, alert, now);
    for (const { channel_id, address } of placesOf(person, alert)) {
      const place = `${channel_id}\n${address}`;
      const known = places.get(place);
      if (known && known.at <= at) continue;
      places.set(place, { operator_id: person.operator_id, channel_id, address, at });
    }
  }
  return [...places.values()];
}

function placesOf({ choices, browsers }: Person, { to }: NewAlert): readonly OwnAlertChannel[] {
  const pushed = browsers.map((address) => ({ channel_id: PUSH_CHANNEL.id, address }));
  if (to === 'browsers') return pushed;
  return to === 'channels' ? choices.channels : [...choices.channels, ...pushed];
}

/** @throws KennyError `forbidden`: alerts are a person's */
export function mustBePerson({ principal }: Pick<CallContext, 'principal'>): string {
  if (principal.kind === 'operator') return principal.id;
  throw new KennyError('forbidden', 'only a person is told of alerts; log in as an operator');
}
