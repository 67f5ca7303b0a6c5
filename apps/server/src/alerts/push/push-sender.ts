import { PUSH_CHANNEL, type PushNote } from '@kenny/contract';
import { SECOND_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import webPush from 'web-push';
import { AgentsService, PersonRights } from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Reads } from '../../database/index.js';
import { CLOCK } from '../../kernel/index.js';
import { ApprovalsReader } from '../../policy/index.js';
import { sendHttp } from '../channels/http-send.js';
import { answerLine, type Outcome } from '../channels/message.js';
import type { DueDelivery } from '../deliveries.js';
import { AlertEntity, type PushBrowserEntity } from '../entities.js';
import { approvalIn, plainLine } from '../rules/words.js';
import { Browsers } from './browsers.js';
import { PushKey } from './push-key.js';
import { pushPlace } from './push-place.js';

/** All notes are as long as this, so that their length tells a push service nothing. Bytes. */
const NOTE_BYTES = 512;
const LONGEST_NAME = 60;
/** The push service no longer has this subscription (RFC 8030 §7.3). */
const ENDED = new Set([404, 410]);
/** Try again later; every other refusal stays one. */
const LATER = new Set([408, 425, 429]);
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const OVER: Outcome = { result: 'refused', answer: 'this browser is no longer notified' };
const DECIDED: Outcome = { result: 'refused', answer: 'it was decided before' };

/** What is known of one note beside its words. */
interface Framed {
  readonly note: PushNote;
  /** After that nobody needs it. */
  readonly until: number;
  readonly urgent: boolean;
}

/** Takes alerts to browsers: `web-push` builds the message, and it goes out as every other one. */
@Injectable()
export class PushSender {
  constructor(
    private readonly browsers: Browsers,
    private readonly key: PushKey,
    private readonly approvals: ApprovalsReader,
    private readonly rights: PersonRights,
    private readonly agents: AgentsService,
    private readonly reads: Reads,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'pushHosts' | 'publicUrl'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  isFor(channelId: string): boolean {
    return channelId === PUSH_CHANNEL.id;
  }

  /** One attempt; never throws. */
  async send(due: DueDelivery, signal: AbortSignal): Promise<Outcome> {
    try {
      const browser = await this.browsers.find(due.row.address);
      const place = browser && pushPlace(browser.endpoint, this.config.pushHosts);
      if (!browser || !place) return OVER;
      const framed = await this.frame(due, browser);
      if (!framed) return DECIDED;
      const { endpoint, body, headers } = this.message(browser, framed);
      const message = { url: endpoint, method: 'POST', headers, body } as const;
      const outcome = await sendHttp(message, { allowed: place.allowed, signal });
      return await this.judged(outcome, browser);
    } catch (error) {
      const answer = answerLine(error instanceof Error ? error.message : String(error));
      return { result: 'failed', answer };
    }
  }

  private async judged(outcome: Outcome, browser: PushBrowserEntity): Promise<Outcome> {
    const { result, status } = outcome;
    if (result === 'sent' || status === undefined) return outcome;
    if (ENDED.has(status)) {
      await this.browsers.forget(browser);
      return { ...outcome, result: 'refused' };
    }
    return { ...outcome, result: LATER.has(status) || status >= 500 ? 'failed' : 'refused' };
  }

  /** Undefined when nothing is to be said any more. */
  private async frame(
    { row, words }: DueDelivery,
    { operator_id, names_pcs }: PushBrowserEntity,
  ): Promise<Framed | undefined> {
    const approval = row.alert_id === null ? undefined : approvalIn(words.page);
    const record =
      approval === undefined ? undefined : (await this.approvals.get(approval))?.record;
    const isWaiting = words.kind === 'approval_waiting';
    if (isWaiting && record?.state !== 'pending') return undefined;
    const rights = await this.rights.of(this.reads, operator_id);
    if (!rights) return undefined;
    const count = rights.decide ? await this.approvals.countPending(rights.agents) : 0;
    const alert = await this.alertOf(names_pcs ? row.alert_id : null);
    const agent = alert?.agent_id ? this.agents.get(alert.agent_id) : undefined;
    const note: PushNote = {
      kind: words.kind ?? words.what ?? 'digest',
      id: approval ?? row.alert_id ?? row.id,
      ...{ risk: record?.risk ?? null, count },
      ...(agent ? { pc: plainLine(agent.name, LONGEST_NAME) } : {}),
    };
    const until = isWaiting && record ? record.approve_by : row.expires_at;
    return { note, until, urgent: isWaiting || words.severity === 'crit' };
  }

  private async alertOf(id: string | null): Promise<AlertEntity | null> {
    return id === null ? null : this.reads.manager.findOneBy(AlertEntity, { id });
  }

  private message({ endpoint, p256dh, auth }: PushBrowserEntity, { note, until, urgent }: Framed) {
    // Whoever runs the push service can write there.
    const isPublic = this.config.publicUrl.startsWith('https://');
    const subject = isPublic ? this.config.publicUrl : 'mailto:admin@localhost';
    const topic = UUID.exec(note.id)?.[0].replaceAll('-', '');
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      padded(note),
      {
        ...{ vapidDetails: { subject, ...this.key.get() }, contentEncoding: 'aes128gcm' },
        ...{ TTL: Math.max(0, Math.ceil((until - this.clock.now()) / SECOND_MS)) },
        urgency: urgent ? 'high' : 'normal',
        ...(topic === undefined ? {} : { topic }),
      },
    );
    const headers = Object.fromEntries(
      Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    return { endpoint, headers, body: details.body ?? Buffer.alloc(0) };
  }
}

/** Blanks at the end of JSON mean nothing. */
function padded(note: PushNote): string {
  const text = JSON.stringify(note);
  return text + ' '.repeat(Math.max(0, NOTE_BYTES - Buffer.byteLength(text)));
}
