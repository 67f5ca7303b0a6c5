import { TIMES, type AgentFeature, type ResponseFrame, type ToolName } from '@kenny/contract';
import type { Clock, Timer } from '@kenny/kernel';
import { wasSentWithin, type CallVerdict, type GateRecord } from '@kenny/gate';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, EventBus, SYSTEM, type CallContext, type EventMap } from '../kernel/index.js';
import { AgentDirectory } from '../auth/index.js';
import { ApprovalsReader, ApprovalsService } from '../policy/index.js';
import { Dispatch } from './dispatch.service.js';
import { checkedAnswer } from './outcome.js';
import { OutcomeOutbox } from './outcome-outbox.js';
import { StoredAnswers } from './stored-answers.js';

/**
 * Backoff per call: starts with `first` and doubles after each "running" up to `most`, after each
 * failure up to `failed`.
 */
const ASK_AGAIN_MS = { first: 5_000, most: 5 * 60_000, failed: 60 * 60_000 } as const;
const CALL_STATUS: ToolName = 'call_status';
const RESPONSE_PARTS: AgentFeature = 'response_parts';
const AS_KENNY: CallContext = { principal: SYSTEM, door: 'system', request_id: 'settle' };

/**
 * Calls per PC and start that are asked about although they look too old for any journal: after a
 * restart their age is by the wall clock, which may be wrong.
 */
const OLD_ONES = 20;

/** Last question about a call. */
interface Asked {
  readonly agent_uid: string;
  /** Monotonic ms. */
  readonly at: number;
  /** Pause before the next question. */
  readonly waitMs: number;
  /** Ask again after that pause; else only when the PC reconnects. */
  readonly again: boolean;
  /** No usable answer came. */
  readonly failed: boolean;
  /** The PC has offered the answer by itself. */
  readonly offered: boolean;
}

interface Worth {
  readonly call_id: string;
  readonly record: GateRecord;
  /** By the wall clock alone. */
  readonly isOld: boolean;
}

/**
 * Settles calls whose answer never came (design §5, §6): asks the PC's journal when it reconnects,
 * and takes late answers from that PC.
 */
@Injectable()
export class SettleUnknown implements OnModuleDestroy {
  private readonly logger = new Logger(SettleUnknown.name);
  /** Calls of which the PC will never know more. */
  private readonly interrupted = new Set<string>();
  /** By call. A call that runs forever costs a question every five minutes. */
  private readonly asked = new Map<string, Asked>();
  private readonly stored = new StoredAnswers();
  /** By PC: the next round of questions. */
  private readonly timers = new Map<string, Timer>();
  private stopped = false;

  constructor(
    private readonly approvals: ApprovalsService,
    private readonly reader: ApprovalsReader,
    private readonly dispatch: Dispatch,
    private readonly directory: AgentDirectory,
    private readonly outbox: OutcomeOutbox,
    events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    events.on('agent.online', ({ agent_id, agent_uid }) => this.askFor(agent_id, agent_uid));
    events.on('response.late', (late) => this.takeLate(late));
    events.on('response.offered', (offered) => this.askForOffered(offered));
    events.on('approval.changed', ({ approval }) => this.askIfStillThere(approval));
  }

  /** Asks a connected PC's journal about each of its unknown calls. */
  async askFor(agentId: string, agentUid: string): Promise<void> {
    await this.askThose(agentId, agentUid, (last) =>
      last.failed ? restOf(last) : ASK_AGAIN_MS.first,
    );
  }

  /** The PC has just finished the call. */
  private async askForOffered(offered: EventMap['response.offered']): Promise<void> {
    const { agent_id, agent_uid, call_id } = offered;
    const last = this.asked.get(call_id);
    // Once per call: repeated offers do not speed it up.
    if (last?.agent_uid !== agent_uid || last.offered) return;
    this.asked.set(call_id, { ...last, at: -Infinity, offered: true });
    await this.askFor(agent_id, agent_uid);
  }

  /** Never rejects: retries while the database is away. */
  private async askThose(
    agentId: string,
    agentUid: string,
    restMs: (last: Asked) => number,
  ): Promise<void> {
    try {
      await this.askEach(agentId, agentUid, restMs);
      this.askLater(agentId, agentUid);
    } catch (error) {
      this.logger.warn(`asking ${agentId} about its calls failed: ${String(error)}`);
      this.askIn(ASK_AGAIN_MS.first, agentId, agentUid);
    }
  }

  /** At most once per `restMs`, however often the PC reconnects. */
  private async askEach(
    agentId: string,
    agentUid: string,
    restMs: (last: Asked) => number,
  ): Promise<void> {
    const unknown = await this.reader.unknownOfAgent(agentUid);
    this.forgetAllBut(agentUid, unknown);
    for (const { call_id, record, isOld } of this.worthAsking(unknown)) {
      const last = this.asked.get(call_id);
      if (last && isOld && !last.again) continue;
      if (last && this.clock.monotonic() - last.at < restMs(last)) {
        this.asked.set(call_id, { ...last, again: true });
      } else {
        await this.ask(agentId, record, call_id);
      }
    }
  }

  private forgetAllBut(agentUid: string, unknown: readonly GateRecord[]): void {
    const ids = new Set(unknown.map(({ call_id }) => call_id));
    for (const [id, { agent_uid }] of this.asked) {
      if (agent_uid !== agentUid || ids.has(id)) continue;
      this.asked.delete(id);
      this.stored.forget(id);
    }
  }

  /** Journals forget: asking about older calls at every reconnect would be waste. */
  private worthAsking(unknown: readonly GateRecord[]): Worth[] {
    const now = this.approvals.moment();
    let oldOnes = 0;
    return unknown.flatMap((record): Worth[] => {
      const { id, call_id, boot } = record;
      // Its outcome is known and waits to be stored.
      if (call_id === null || this.interrupted.has(call_id) || this.outbox.holds(id)) return [];
      const isOld = !wasSentWithin(record, TIMES.journalMs, now);
      if (isOld) oldOnes += 1;
      if (isOld && (boot === now.boot || oldOnes > OLD_ONES)) return [];
      return [{ call_id, record, isOld }];
    });
  }

  private async askIfStillThere({
    state,
    agent_id,
    agent_uid,
  }: {
    state: string;
    agent_id: string;
    agent_uid: string;
  }): Promise<void> {
    // After a timeout the PC is still connected: ask at once.
    if (state === 'unknown' && this.directory.get(agent_id)?.agent_uid === agent_uid) {
      await this.askFor(agent_id, agent_uid);
    }
  }

  private async ask(
    agentId: string,
    { id, agent_uid, tool }: GateRecord,
    call_id: string,
  ): Promise<void> {
    const last = this.asked.get(call_id);
    const waitMs = Math.min((last?.waitMs ?? ASK_AGAIN_MS.first / 2) * 2, ASK_AGAIN_MS.failed);
    const offered = last?.offered ?? false;
    const at = this.clock.monotonic();
    const asked: Asked = { agent_uid, at, waitMs, again: false, failed: true, offered };
    this.asked.set(call_id, asked);
    const before = this.stored.received(call_id);
    const verdict = await this.verdictOf(agentId, tool, call_id);
    if (!verdict) {
      this.logger.warn(`${agentId} could not say what became of ${tool} (${call_id})`);
      // The pieces so far are kept; the rest is asked for soon.
      if (this.stored.received(call_id) > before) {
        this.asked.set(call_id, {
          ...asked,
          waitMs: ASK_AGAIN_MS.first,
          again: true,
          failed: false,
        });
      }
      return;
    }
    if (verdict.state === 'running') {
      const restMs = Math.min(waitMs, ASK_AGAIN_MS.most);
      this.asked.set(call_id, { ...asked, waitMs: restMs, again: true, failed: false });
      return;
    }
    if (verdict.state === 'interrupted') this.interrupted.add(call_id);
    await this.outbox.deliver(id, { type: 'call_status', call_id, verdict });
  }

  /** Undefined when the PC gives no usable answer. */
  private async verdictOf(
    agentId: string,
    tool: string,
    call_id: string,
  ): Promise<CallVerdict | undefined> {
    const inParts = this.directory.get(agentId)?.meta.features?.includes(RESPONSE_PARTS) ?? false;
    for (;;) {
      const args = inParts ? this.stored.question(call_id) : { id: call_id };
      const request = { tool: CALL_STATUS, agent_id: agentId, args };
      const outcome = await this.dispatch.call(AS_KENNY, request);
      if (outcome.kind !== 'result') return undefined;
      const said = this.stored.take(call_id, args, outcome.result);
      if (said !== 'more') return said && toVerdict(tool, said);
    }
  }

  private askLater(agentId: string, agentUid: string): void {
    const waiting = [...this.asked.values()].filter(
      ({ agent_uid, again }) => again && agent_uid === agentUid,
    );
    const due = Math.min(...waiting.map((last) => last.at + restOf(last)));
    const waitMs = due - this.clock.monotonic();
    // Due but not asked about just now: it waits for something else.
    this.askIn(waitMs > 0 ? waitMs : ASK_AGAIN_MS.first, agentId, agentUid);
  }

  /** Infinity: not before the PC reconnects. */
  private askIn(waitMs: number, agentId: string, agentUid: string): void {
    this.timers.get(agentUid)?.cancel();
    this.timers.delete(agentUid);
    if (this.stopped || waitMs === Infinity) return;
    const timer = this.clock.setTimer(() => {
      this.timers.delete(agentUid);
      void this.askThose(agentId, agentUid, restOf);
    }, waitMs);
    this.timers.set(agentUid, timer);
  }

  /** PCs are asked again when they connect after the next start. */
  onModuleDestroy(): void {
    this.stopped = true;
    for (const timer of this.timers.values()) timer.cancel();
    this.timers.clear();
  }

  private async takeLate({ agent_id, agent_uid, frame }: EventMap['response.late']): Promise<void> {
    const stored = await this.reader.byCallId(frame.id).catch((error: unknown) => {
      this.logger.warn(`whose late answer ${frame.id} is cannot be read: ${String(error)}`);
      const at = this.clock.monotonic();
      const soon = { waitMs: ASK_AGAIN_MS.first, again: true, failed: false, offered: false };
      this.asked.set(frame.id, { agent_uid, at, ...soon });
      this.askLater(agent_id, agent_uid);
      return undefined;
    });
    if (stored?.record.agent_uid !== agent_uid) return;
    const { id, tool } = stored.record;
    const answer = checkedAnswer(tool, frame);
    if (!answer) {
      this.logger.warn(`a late answer to ${tool} (${frame.id}) has a wrong shape; it is not taken`);
      return;
    }
    await this.outbox.deliver(id, { type: 'respond', call_id: frame.id, answer });
  }
}

const restOf = ({ waitMs }: Asked): number => Math.max(waitMs, ASK_AGAIN_MS.first);

/** Undefined for a result of `call_status` that makes no sense. */
function toVerdict(
  tool: string,
  { state, response }: Record<string, unknown>,
): CallVerdict | undefined {
  switch (state) {
    case 'not_seen':
    case 'running':
    case 'interrupted':
      return { state };
    case 'done': {
      const answer = isResponse(response) ? checkedAnswer(tool, response) : undefined;
      return answer && { state, answer };
    }
    default:
      return undefined;
  }
}

function isResponse(value: unknown): value is Pick<ResponseFrame, 'ok' | 'result' | 'error'> {
  return (
    typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean'
  );
}
