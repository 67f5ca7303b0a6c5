import {
  ALERT_LIMITS,
  PUSH_CHANNEL,
  type AlertDeliveryView,
  type AlertList,
  type AlertView,
  type OwnAlertChannel,
} from '@kenny/contract';
import { iso, SECOND_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Reads } from '../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { Channels } from './channels.js';
import { Choices } from './choices.js';
import { Deliveries } from './deliveries.js';
import { AlertDeliveryEntity, AlertEntity } from './entities.js';
import { Browsers } from './push/browsers.js';
import { mustBePerson } from './rules/audience.js';
import { Sender } from './sender.js';

const TEST = {
  severity: 'warn',
  title: 'Test of kenny alerts',
  text: 'If you read this, alerts reach you here.',
  page: '/settings/alerts',
  what: 'test',
} as const;
/** Between two tests of one person. */
const TEST_PAUSE_MS = 5 * SECOND_MS;

/** What people were told, and whether it reached them. */
@Injectable()
export class AlertsService {
  private readonly tested = new Map<string, number>();

  constructor(
    private readonly reads: Reads,
    private readonly choices: Choices,
    private readonly channels: Channels,
    private readonly browsers: Browsers,
    private readonly deliveries: Deliveries,
    private readonly sender: Sender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The caller's own, newest first. */
  async list(ctx: Pick<CallContext, 'principal'>): Promise<AlertList> {
    const operator_id = mustBePerson(ctx);
    const rows = await this.reads.manager.find(AlertDeliveryEntity, {
      where: { operator_id, alert_id: Not(IsNull()) },
      order: { created_at: 'DESC', id: 'DESC' },
      take: ALERT_LIMITS.shown,
    });
    const ids = [...new Set(rows.flatMap(({ alert_id }) => alert_id ?? []))];
    const alerts = await this.reads.manager.findBy(AlertEntity, { id: In(ids) });
    const known = new Map(alerts.map((alert) => [alert.id, alert]));
    const digests = await this.reads.manager.findBy(AlertDeliveryEntity, {
      id: In([...new Set(rows.flatMap(({ digest_id }) => digest_id ?? []))]),
    });
    const digestOf = new Map(digests.map((digest) => [digest.id, digest]));
    const items = ids.flatMap((id): AlertView[] => {
      const alert = known.get(id);
      if (!alert) return [];
      const { at, ...words } = alert;
      const own = rows.filter(({ alert_id }) => alert_id === id);
      const deliveries = own
        .slice(0, ALERT_LIMITS.ownChannels)
        .map((row) => this.view(row, digestOf.get(row.digest_id ?? '')));
      return [{ ...words, at: iso(at), deliveries }];
    });
    return { items };
  }

  /**
   * Sends one message there at once.
   * @throws KennyError `validation`, `rate_limited`
   */
  async test(ctx: CallContext, place: OwnAlertChannel): Promise<AlertDeliveryView> {
    const operator_id = mustBePerson(ctx);
    const { channel_id, address } = place;
    if (channel_id === PUSH_CHANNEL.id) await this.browsers.mustOwn(ctx, address);
    else this.choices.mustFit(place);
    const now = this.clock.now();
    const left = (this.tested.get(operator_id) ?? 0) + TEST_PAUSE_MS - now;
    if (left > 0 && left <= TEST_PAUSE_MS) {
      const retry_after = Math.ceil(left / SECOND_MS);
      throw new KennyError('rate_limited', `Wait ${retry_after} s before the next test.`, {
        retry_after,
      });
    }
    this.tested.set(operator_id, now);
    const row = await this.deliveries.addTried({ channel_id, address }, operator_id, TEST, now);
    await this.sender.attempt({ row, words: { ...TEST, kind: null } });
    return this.view((await this.deliveries.find(row.id)) ?? row);
  }

  private view(row: AlertDeliveryEntity, digest?: AlertDeliveryEntity): AlertDeliveryView {
    const { id, channel_id, address, state, attempts, ended_at, next_at, answer } = row;
    const known = channel_id === PUSH_CHANNEL.id ? PUSH_CHANNEL : this.channels.find(channel_id);
    const channel = known?.name ?? 'removed channel';
    const shown = digest ?? row;
    return {
      ...{ id, channel, address, attempts: digest?.attempts ?? attempts },
      state: digest && digest.state !== 'sent' ? digest.state : state,
      at: iso(shown.ended_at ?? ended_at ?? next_at),
      answer: digest?.answer ?? answer,
    };
  }
}
