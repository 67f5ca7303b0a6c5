import {
  ALERT_LIMITS,
  alertAddress,
  isForPeople,
  type AlertChoices,
  type OwnAlertChannel,
} from '@kenny/contract';
import { isObject, isTimeZone, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/index.js';
import { by, PersonRights } from '../auth/index.js';
import { Reads, Writer, type Tx } from '../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { Channels } from './channels.js';
import { AlertChoicesEntity } from './entities.js';
import { Browsers } from './push/browsers.js';
import { mustBePerson, type Person } from './rules/audience.js';

/** Before somebody has chosen: enough for a family; only what is critical comes at night. */
export const DEFAULT_CHOICES: AlertChoices = {
  ...{ muted: [], agents: [], tags: [], channels: [] },
  ...{ health_from: 'crit', away_hours: 72 },
  ...{ quiet: true, quiet_from: '22:00', quiet_to: '07:00' },
  ...{ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, critical_in_quiet: true },
  ...{ weekly: false, weekly_day: 'sunday', weekly_at: '09:00', weekly_owners: false },
};

/** What each person wants to hear of, and where; nobody chooses for another. */
@Injectable()
export class Choices {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly channels: Channels,
    private readonly rights: PersonRights,
    private readonly browsers: Browsers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async of(ctx: Pick<CallContext, 'principal'>): Promise<AlertChoices> {
    const operator_id = mustBePerson(ctx);
    return this.ownIn(await this.reads.manager.findOneBy(AlertChoicesEntity, { operator_id }));
  }

  /** @throws KennyError `forbidden`, `validation` */
  async store(ctx: CallContext, choices: AlertChoices): Promise<AlertChoices> {
    const operator_id = mustBePerson(ctx);
    if (!isTimeZone(choices.time_zone)) {
      throw invalid('time_zone', 'is no time zone that this server knows, as Europe/Berlin is');
    }
    if (choices.quiet && choices.quiet_from === choices.quiet_to) {
      throw invalid('quiet_to', 'ends the quiet hours when they begin; choose another time');
    }
    for (const own of choices.channels) this.mustFit(own);
    const places = new Set(choices.channels.map(placeOf));
    if (places.size < choices.channels.length) throw invalid('channels', 'names a place twice');
    const own = JSON.stringify(choices);
    await this.writer.write(async (tx) => {
      const row = { operator_id, own, updated_at: this.clock.now() };
      await tx.manager.upsert(AlertChoicesEntity, row, ['operator_id']);
      const { channels: _, ...told } = choices;
      const args = { ...told, channels: choices.channels.map(({ channel_id }) => channel_id) };
      await this.audit.append(tx, {
        ...{ ...by(ctx), kind: 'setting', target: 'alerts', args, ok: true },
      });
    });
    return choices;
  }

  /** @throws KennyError `validation` */
  mustFit({ channel_id, address }: OwnAlertChannel): void {
    const channel = this.channels.find(channel_id);
    if (!channel || !isForPeople(channel.kind)) {
      throw invalid('channel_id', 'is no channel of this server; look at the list of channels');
    }
    const asked = alertAddress(channel.kind);
    const fits = asked ? new RegExp(asked.pattern).test(address) : address === '';
    if (fits) return;
    const wants = asked
      ? `is no ${asked.label.toLowerCase()}, as ${asked.example} is`
      : 'is not needed';
    throw invalid('address', wants);
  }

  /** Everybody who has chosen a channel or has a browser notified, with what they may know. */
  async people(
    { manager }: Pick<Tx, 'manager'>,
    wants: (choices: AlertChoices) => boolean = () => true,
  ): Promise<Person[]> {
    const rows = await manager.find(AlertChoicesEntity);
    const stored = new Map(rows.map((row) => [row.operator_id, row]));
    const notified = await this.browsers.byPerson({ manager });
    const people: Person[] = [];
    for (const operator_id of new Set([...stored.keys(), ...notified.keys()])) {
      const row = stored.get(operator_id) ?? null;
      const choices = this.ownIn(row);
      const browsers = notified.get(operator_id) ?? [];
      if (choices.channels.length + browsers.length === 0 || !wants(choices)) continue;
      const rights = await this.rights.of({ manager }, operator_id);
      const chosen_at = row?.updated_at ?? 0;
      if (rights) people.push({ operator_id, choices, chosen_at, browsers, rights });
    }
    return people;
  }

  /** What another version wrote counts as far as it is known; a channel that was removed does not. */
  private ownIn(row: AlertChoicesEntity | null): AlertChoices {
    if (!row) return DEFAULT_CHOICES;
    const own: unknown = JSON.parse(row.own);
    if (!isObject(own)) return DEFAULT_CHOICES;
    const choices = { ...DEFAULT_CHOICES, ...(own as Partial<AlertChoices>) };
    const there = choices.channels.filter(({ channel_id }) => this.channels.find(channel_id));
    return { ...choices, channels: there.slice(0, ALERT_LIMITS.ownChannels) };
  }
}

const placeOf = ({ channel_id, address }: OwnAlertChannel): string => `${channel_id}\n${address}`;

function invalid(field: string, message: string): KennyError {
  return new KennyError('validation', `${field}: ${message}`, { field });
}
