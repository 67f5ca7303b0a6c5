import { randomUUID } from 'node:crypto';
import { faultPoint, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, Like } from 'typeorm';
import { AgentsService } from '../auth/index.js';
import { insertRows, Reads, Writer, type Tx } from '../database/index.js';
import { CLOCK } from '../kernel/index.js';
import { ApprovalsReader } from '../policy/index.js';
import { Choices } from './choices.js';
import { Deliveries } from './deliveries.js';
import { AlertFactEntity, AlertStateEntity } from './entities.js';
import type { AlertSubject, NewAlert } from './rules/alert.js';
import { targetsOf, type Person } from './rules/audience.js';
import { keyOf, type Fact } from './rules/fact.js';
import { judge, judgeDue, type Judged, type RuleRow } from './rules/judge.js';
import { PACE } from './rules/pacing.js';
import { approvalAlertId } from './rules/words.js';

/** Facts and rows per transaction: others write in between. */
const AT_ONCE = 500;
const ALERT_COLUMNS = [
  'id',
  'at',
  'kind',
  'severity',
  'agent_id',
  'title',
  'text',
  'page',
] as const;
const DELIVERY_COLUMNS = [
  ...(['id', 'alert_id', 'operator_id', 'channel_id', 'address', 'state'] as const),
  ...(['attempts', 'created_at', 'next_at', 'expires_at'] as const),
];

/** From facts to messages that wait: what is judged, and what comes of it, is one transaction. */
@Injectable()
export class Planner {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly choices: Choices,
    private readonly agents: AgentsService,
    private readonly approvals: ApprovalsReader,
    private readonly deliveries: Deliveries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Until nothing is left to judge. */
  async run(): Promise<void> {
    while (await this.reads.manager.existsBy(AlertFactEntity, {})) {
      await this.writer.write((tx) => this.takeFacts(tx));
      faultPoint('server.alert_planned');
    }
    const due = () => ({ due_at: LessThanOrEqual(this.clock.now()) });
    while (await this.reads.manager.existsBy(AlertStateEntity, due())) {
      await this.writer.write((tx) => this.takeDue(tx));
    }
  }

  /** What is remembered of a PC that was removed. */
  async forget(agentUid: string): Promise<void> {
    const key = Like(`%:${agentUid}%`);
    await this.writer.write(({ manager }) => manager.delete(AlertStateEntity, { key }));
  }

  private async takeFacts(tx: Tx): Promise<void> {
    const stored = await tx.manager.find(AlertFactEntity, {
      order: { at: 'ASC', id: 'ASC' },
      take: AT_ONCE,
    });
    const facts = stored.flatMap(({ at, body }) => {
      const fact = JSON.parse(body) as Fact;
      return this.isThere(fact) ? [{ at, fact }] : [];
    });
    const rows = await this.rowsOf(tx, [...new Set(facts.map(({ fact }) => keyOf(fact)))]);
    const alerts: NewAlert[] = [];
    const changed = new Map<string, RuleRow | null>();
    for (const { at, fact } of facts) {
      const key = keyOf(fact);
      const before = changed.has(key) ? changed.get(key) : rows.get(key);
      const judged = judge(before ?? undefined, fact, this.nameOf, at);
      changed.set(key, judged.row);
      if (judged.alert) alerts.push(judged.alert);
    }
    await this.storeRows(tx, changed);
    await this.storeAlerts(tx, alerts);
    await this.tellDecided(tx, facts);
    await tx.manager.delete(AlertFactEntity, { id: In(stored.map(({ id }) => id)) });
  }

  private async takeDue(tx: Tx): Promise<void> {
    const now = this.clock.now();
    const stored = await tx.manager.find(AlertStateEntity, {
      where: { due_at: LessThanOrEqual(now) },
      order: { due_at: 'ASC', key: 'ASC' },
      take: AT_ONCE,
    });
    const rows = stored.map(rowIn);
    const asked = rows.flatMap(({ fact }) => (fact.name === 'approval' ? [fact.id] : []));
    const pending = new Set(asked.length > 0 ? await this.approvals.pendingAmong(tx, asked) : []);
    const judged = rows.map((row): readonly [string, Judged] => [
      row.key,
      this.isThere(row.fact)
        ? judgeDue(row, this.nameOf, (id) => pending.has(id), now)
        : { row: null },
    ]);
    await this.storeRows(tx, new Map(judged.map(([key, { row }]) => [key, row])));
    await this.storeAlerts(
      tx,
      judged.flatMap(([, { alert }]) => alert ?? []),
    );
  }

  private async tellDecided(tx: Tx, facts: readonly { readonly fact: Fact }[]): Promise<void> {
    const ids = facts.flatMap(({ fact }) => (fact.name === 'decided' ? [fact.id] : []));
    if (ids.length === 0) return;
    // One of two keys is no decision.
    const still = new Set(await this.approvals.pendingAmong(tx, ids));
    const over = ids.filter((id) => !still.has(id)).map(approvalAlertId);
    if (over.length > 0) await this.deliveries.tellDecided(tx, over, this.clock.now());
  }

  /** Nothing is told of a PC that was removed. */
  private isThere({ subject }: { readonly subject?: AlertSubject | null }): boolean {
    return !subject || this.agents.getByUid(subject.agent_uid) !== undefined;
  }

  private readonly nameOf = ({ agent_uid, agent_id }: AlertSubject): string => {
    const name = this.agents.getByUid(agent_uid)?.name ?? agent_id;
    return name === agent_id ? name : `${name} (${agent_id})`;
  };

  private async rowsOf({ manager }: Tx, keys: readonly string[]): Promise<Map<string, RuleRow>> {
    const rows = await manager.findBy(AlertStateEntity, { key: In([...keys]) });
    return new Map(rows.map((row) => [row.key, rowIn(row)]));
  }

  private async storeRows(
    { manager }: Tx,
    changed: ReadonlyMap<string, RuleRow | null>,
  ): Promise<void> {
    await manager.delete(AlertStateEntity, { key: In([...changed.keys()]) });
    const rows = [...changed.values()].flatMap((row) => {
      if (!row) return [];
      const { key, due_at, ...body } = row;
      return [[key, JSON.stringify(body), due_at]];
    });
    await insertRows(manager, 'alert_states', ['key', 'body', 'due_at'], rows);
  }

  private async storeAlerts(tx: Tx, alerts: readonly NewAlert[]): Promise<void> {
    if (alerts.length === 0) return;
    const people = await this.choices.people(tx);
    const now = this.clock.now();
    const stored = alerts.map((alert) => {
      const whole = { ...alert, id: alert.id ?? randomUUID() };
      return { ...whole, deliveries: this.deliveriesOf(whole, people, now) };
    });
    // Of what goes to browsers alone, nothing is kept when there is none.
    const kept = stored.filter(({ to, deliveries }) => to !== 'browsers' || deliveries.length > 0);
    await insertRows(
      tx.manager,
      'alerts',
      ALERT_COLUMNS,
      kept.map(({ id, kind, severity, subject, title, text, page }) => [
        ...[id, now, kind, severity, subject?.agent_id ?? null, title, text, page],
      ]),
      // The second step of what was told at once.
      '(id) DO NOTHING',
    );
    const rows = kept.flatMap(({ deliveries }) => deliveries);
    await insertRows(tx.manager, 'alert_deliveries', DELIVERY_COLUMNS, rows);
  }

  private deliveriesOf(
    alert: NewAlert & { readonly id: string },
    people: readonly Person[],
    now: number,
  ): (string | number)[][] {
    const tags = alert.subject ? (this.agents.getByUid(alert.subject.agent_uid)?.tags ?? []) : [];
    return targetsOf(people, alert, tags, now).map(({ operator_id, channel_id, address, at }) => [
      ...[randomUUID(), alert.id, operator_id, channel_id, address, 'waiting'],
      ...[0, now, at, at + PACE.giveUpMs],
    ]);
  }
}

function rowIn({ key, body, due_at }: AlertStateEntity): RuleRow {
  return { ...(JSON.parse(body) as Pick<RuleRow, 'fact' | 'state'>), key, due_at };
}
