import { createHash } from 'node:crypto';
import { contactMail } from '@kenny/contract';
import { SECOND_MS } from '@kenny/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { AgentsService, PersonRights, type AgentRecord } from '../../auth/index.js';
import { Reads } from '../../database/index.js';
import type { ScheduledTask } from '../../scheduling/index.js';
import { Channels } from '../channels.js';
import { Choices } from '../choices.js';
import { Deliveries, type Place } from '../deliveries.js';
import { reaches, reachesAll, type Person } from '../rules/audience.js';
import { WeekReport } from './week-report.js';
import { dueWeek } from './weekly-time.js';
import { shortName } from './weekly-words.js';

/** Somebody who gets the mail, and whose owners may get theirs. */
interface Reader {
  readonly person: Person;
  /** Of mail channels only, in the order in which they were chosen. */
  readonly places: readonly Place[];
  readonly pcs: readonly AgentRecord[];
  readonly all: boolean;
}

/** Puts the mail of the week where alerts wait to be sent. */
@Injectable()
export class Weekly implements ScheduledTask {
  readonly id = 'alerts.weekly';
  readonly everyMs = 30 * SECOND_MS;
  private readonly logger = new Logger('Alerts');

  constructor(
    private readonly reads: Reads,
    private readonly choices: Choices,
    private readonly channels: Channels,
    private readonly agents: AgentsService,
    private readonly rights: PersonRights,
    private readonly deliveries: Deliveries,
    private readonly report: WeekReport,
  ) {}

  async run(now: number): Promise<void> {
    const people = await this.choices.people(this.reads, ({ weekly }) => weekly);
    const due = new Map(
      people.flatMap((person) => {
        const week = dueWeek(person.choices, person.chosen_at, now);
        return week === undefined ? [] : [[person, week]];
      }),
    );
    if (due.size === 0) return;
    const readers = people.map((person) => this.readerOf(person));
    for (const reader of readers) {
      const { person, places, pcs } = reader;
      const week = due.get(person);
      if (week === undefined || places.length === 0 || pcs.length === 0) continue;
      try {
        await this.tell(reader, week, now);
        if (person.choices.weekly_owners) await this.tellOwners(reader, readers, week, now);
      } catch (error) {
        this.logger.error(`The weekly mail of ${person.operator_id} waits: ${String(error)}`);
      }
    }
  }

  private async tell(
    { person, places, pcs, all }: Reader,
    week: number,
    now: number,
  ): Promise<void> {
    const { operator_id, choices, rights } = person;
    const id = (nth: number) => nameOf('person', operator_id, week, nth);
    if (await this.deliveries.has(id(0))) return;
    const { time_zone } = choices;
    const subject = { pcs, all, decides: rights.decide, time_zone, carers: null };
    const words = await this.report.of(subject, now);
    const messages = places.map((place, nth) => ({ id: id(nth), place, operator_id, words }));
    await this.deliveries.addOnce(messages, now);
  }

  /** Each owner once, of all their PCs, however many people look after them. */
  private async tellOwners(
    { person, places: [own], pcs }: Reader,
    readers: readonly Reader[],
    week: number,
    now: number,
  ): Promise<void> {
    const taken = new Set(
      readers.flatMap(({ places }) => places.map(({ address }) => key(address))),
    );
    const addresses = new Map(pcs.flatMap((pc) => ownerOf(pc).map((to) => [key(to), to])));
    for (const [owner, address] of addresses) {
      const id = nameOf('owner', owner, week);
      if (!own || taken.has(owner) || (await this.deliveries.has(id))) continue;
      const carers = readers.filter(
        (one) => one.person.choices.weekly_owners && one.pcs.some((pc) => isOf(pc, owner)),
      );
      const theirs = new Map(
        carers.flatMap((one) =>
          one.pcs.filter((pc) => isOf(pc, owner)).map((pc) => [pc.agent_uid, pc]),
        ),
      );
      const { operator_id, choices } = person;
      const subject = {
        ...{ pcs: [...theirs.values()], all: false, decides: false },
        ...{ time_zone: choices.time_zone, carers: await this.namesOf(carers) },
      };
      const words = await this.report.of(subject, now);
      const place = { channel_id: own.channel_id, address };
      await this.deliveries.addOnce([{ id, place, operator_id, words }], now);
    }
  }

  private readerOf(person: Person): Reader {
    const places = person.choices.channels.filter(
      ({ channel_id }) => this.channels.find(channel_id)?.kind === 'mail',
    );
    const all = reachesAll(person);
    return { person, places, all, pcs: this.agents.list().filter((pc) => reaches(person, pc)) };
  }

  private async namesOf(carers: readonly Reader[]): Promise<string[]> {
    const names = carers.map(
      async ({ person: { operator_id } }) =>
        (await this.rights.nameOf(this.reads, operator_id)) ?? operator_id,
    );
    return (await Promise.all(names)).map(shortName);
  }
}

const key = (address: string): string => address.toLowerCase();

function ownerOf({ contact }: AgentRecord): string[] {
  const address = contactMail(contact ?? '');
  return address === undefined ? [] : [address];
}

const isOf = (pc: AgentRecord, owner: string): boolean =>
  ownerOf(pc).some((to) => key(to) === owner);

/** One mail has one name: made again, it is known. */
function nameOf(...of: readonly (string | number)[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['weekly', ...of]))
    .digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
