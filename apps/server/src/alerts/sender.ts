import { faultPoint, type Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { CLOCK } from '../kernel/index.js';
import { Channels } from './channels.js';
import { send } from './channels/send.js';
import type { Message, Outcome } from './channels/message.js';
import { Deliveries, type DueDelivery, type Place } from './deliveries.js';
import { PushSender } from './push/push-sender.js';
import { paceOf } from './rules/pacing.js';
import { withLinks } from './weekly/weekly-words.js';

const GONE: Outcome = { result: 'refused', answer: 'the channel was removed' };
/** Places that are served at the same time. */
const AT_ONCE = 8;

/** Takes messages to their places, each place at its own pace. */
@Injectable()
export class Sender {
  private readonly logger = new Logger('Alerts');
  private readonly busy = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly deliveries: Deliveries,
    private readonly channels: Channels,
    private readonly push: PushSender,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Starts what is due; a place that is slow holds up itself alone. */
  async run(): Promise<void> {
    await this.deliveries.giveUp(this.clock.now());
    for (const place of await this.deliveries.places(this.clock.now())) {
      const key = `${place.channel_id}\n${place.address}`;
      if (this.busy.has(key) || this.busy.size >= AT_ONCE || this.stopping.signal.aborted) continue;
      const work = this.serve(place)
        .catch((error: unknown) => this.logger.error(`Alerts cannot be sent: ${String(error)}`))
        .finally(() => this.busy.delete(key));
      this.busy.set(key, work);
    }
  }

  /** Resolves when nobody is at work. */
  async idle(): Promise<void> {
    while (this.busy.size > 0) await Promise.all(this.busy.values());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.idle();
  }

  private async serve(place: Place): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const pace = paceOf(await this.deliveries.queueOf(place, this.clock.now()));
      if (pace.do === 'wait') return;
      if (pace.do === 'digest') {
        await this.deliveries.digest(place, this.clock.now());
        if (!(await this.sendSome(place, false, 1))) return;
      } else if (!(await this.sendSome(place, pace.do === 'retry', pace.most))) return;
    }
  }

  /** False when the place does not answer: the rest waits for it. */
  private async sendSome(place: Place, tried: boolean, most: number): Promise<boolean> {
    const claimed = await this.deliveries.claim(place, { tried, most }, this.clock.now());
    for (const [index, due] of claimed.entries()) {
      const { result } = await this.attempt(due);
      if (result !== 'failed') continue;
      const rest = claimed.slice(index + 1).map(({ row }) => row.id);
      await this.deliveries.putBack(rest, this.clock.now());
      return false;
    }
    return claimed.length > 0;
  }

  /** One try; what came of it is stored. */
  async attempt(due: DueDelivery): Promise<Outcome> {
    const { id, channel_id } = due.row;
    faultPoint('server.alert_sending');
    const outcome = this.push.isFor(channel_id)
      ? await this.push.send(due, this.stopping.signal)
      : await this.throughChannel(due);
    faultPoint('server.alert_sent');
    this.channels.note(channel_id, outcome);
    await this.deliveries.ended(id, outcome, this.clock.now());
    faultPoint('server.alert_marked');
    return outcome;
  }

  private async throughChannel({ row, words }: DueDelivery): Promise<Outcome> {
    const { id, channel_id, address, created_at } = row;
    const message: Message = {
      ...{ id, at: created_at, kind: words.kind, severity: words.severity, title: words.title },
      lines: words.text.split('\n').filter((line) => line !== ''),
      link: `${this.config.publicUrl}${words.page}`,
      ...(words.weekly ? { weekly: withLinks(words.weekly, this.config.publicUrl) } : {}),
    };
    const channel = this.channels.open(channel_id);
    if (channel === undefined) return GONE;
    if (typeof channel === 'string') return { result: 'failed', answer: channel };
    return send(message, channel, address, { signal: this.stopping.signal });
  }
}
