import {
  CAPS,
  encodeFrame,
  maskSecrets,
  parseFrame,
  parseTelemetry,
  SignsOfLife,
  TIMES,
  telemetryBeginning,
  telemetryText,
  type AgentFeature,
  type AgentFrameType,
  type Frame,
  type FrameOf,
  type FrameType,
  type ParsedFrame,
  type RegisterMeta,
  type TelemetryText,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import type { Outcome } from '@kenny/gate';
import type { WebSocket } from 'ws';
import type { LiveAgent } from '../auth/index.js';
import type { TokenBucket } from '../scheduling/index.js';
import type { FrameCounts } from './frame-counts.js';
import type { RateLimits } from './rate-limits.js';
import type { PartsBudget } from './answer-parts.js';
import { FrameFlow } from './frame-flow.js';
import { PartedAnswers } from './parted-answers.js';
import { PendingCalls } from './pending-calls.js';
import { RoundTrips } from './round-trips.js';
import { lost, notSent, refusedResponse, type TunnelRequest } from './tunnel-request.js';

const AFTER_AUTH: readonly AgentFrameType[] = [
  ...(['response', 'response_part', 'telemetry', 'log', 'ping', 'pong'] as const),
];
/** How long a cancelled call may take to confirm. */
const CANCEL_GRACE_MS = 5_000;
/** How long a peer may take to answer our close frame. */
const CLOSE_GRACE_MS = 2_000;
const KIB = 1024;

export interface Identity {
  readonly agent_id: string;
  readonly agent_uid: string;
  readonly agent_key: string;
  readonly meta: RegisterMeta;
  readonly protocol: string;
  readonly address: string;
  readonly host: string;
}

/** Events of a connection; none may throw into the socket's read loop. */
export interface ConnectionEvents {
  /** @param read - parses it; undefined when it is malformed */
  telemetry(read: () => TelemetryText | undefined, bytes: number): void;
  log(frame: FrameOf<'log'>, bytes: number): void;
  lateResponse(frame: FrameOf<'response'>): void;
  /** The first part of an answer that nobody waits for; the PC was told to keep it. */
  offered(callId: string): void;
  dropped(reason: string, forged: boolean): void;
  /** Too many unusable frames: the connection has to end. */
  tooMuch(what: string): void;
}

/** One authenticated agent: identity, rate limits and the calls that wait. One flat object each. */
export class AgentConnection implements LiveAgent {
  readonly agent_id: string;
  readonly agent_uid: string;
  readonly agent_key: string;
  readonly meta: RegisterMeta;
  readonly protocol: string;
  readonly address: string;
  readonly host: string;
  readonly connected_at: number;
  last_frame_at: number;
  /** Monotonic ms; set while a possible clone waits. No frame by then ends this connection. */
  probeUntil: number | undefined;
  readonly pending: PendingCalls;
  private readonly life: SignsOfLife;
  private readonly parts: PartedAnswers;
  private readonly trips = new RoundTrips();
  private readonly flow: FrameFlow;
  /** Probes sent during the present silence. */
  private asked = 0;
  private readonly beginning: string;
  /** Closing: further frames are ignored. */
  private over = false;

  /** @param bytesRead - of the socket below, so far */
  constructor(
    readonly connection_id: string,
    identity: Identity,
    private readonly socket: WebSocket,
    bytesRead: () => number,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
    budget: PartsBudget,
    private readonly counts: FrameCounts,
    private readonly events: ConnectionEvents,
  ) {
    this.agent_id = identity.agent_id;
    this.agent_uid = identity.agent_uid;
    this.agent_key = identity.agent_key;
    this.meta = identity.meta;
    this.protocol = identity.protocol;
    this.address = identity.address;
    this.host = identity.host;
    this.connected_at = clock.now();
    this.last_frame_at = this.connected_at;
    this.life = new SignsOfLife(clock, bytesRead);
    this.pending = new PendingCalls(clock, (id) => this.parts.forget(id));
    this.parts = new PartedAnswers(budget, this.pending, {
      send: (frame) => this.send(frame),
      cancel: (id) => this.tellCancel(id),
      giveBack: () => this.flow.giveBack(),
      drop: (reason, bytes) => this.drop(reason, bytes),
      malformed: (reason, bytes) => this.malformed(reason, bytes),
      offered: (id) => this.offered(id),
    });
    this.beginning = telemetryBeginning(this.agent_id);
    this.flow = new FrameFlow(socket, clock, limits.frame, () => {
      events.tooMuch('sends more than it may');
    });
  }

  get latency_ms(): number | undefined {
    return this.trips.typical();
  }

  /** Monotonic ms of the last sign of life: the wall clock may jump. */
  get heardAt(): number {
    return this.life.heardAt;
  }

  /** One message of the socket, after authentication. */
  receive(data: Buffer, binary: boolean): void {
    this.flow.arrived(() => this.read(data, binary));
  }

  /** Not every agent sends `ping` by itself; each has to answer one (seed 000). */
  askIfSilent(now: number): void {
    // Of whole frames: a peer that is busy sending a long one hears from us meanwhile.
    const silentFor = Math.floor((now - this.life.messageAt) / TIMES.heartbeatMs);
    if (silentFor <= this.asked) return;
    this.asked = silentFor;
    this.trips.begin(now);
    this.send({ type: 'ping' });
  }

  /** WebSocket ping; its data goes back. */
  receivePing(data: Buffer): void {
    this.flow.arrived(() => {
      if (this.isWritable()) this.socket.pong(data);
    });
  }

  /** Unsolicited WebSocket pong. */
  receivePong(): void {
    this.flow.arrived(() => undefined);
  }

  private read(data: Buffer, binary: boolean): void {
    if (this.over) return;
    this.last_frame_at = this.clock.now();
    this.life.messageCame();
    this.probeUntil = undefined;
    this.asked = 0;
    if (binary) return this.malformed('binary message', data.length);
    // Only an answer may be large: nothing else is worth parsing beyond the telemetry cap.
    if (data.length > CAPS.telemetryBytes && this.pending.size === 0) {
      return this.malformed('larger than anything that was asked for', data.length);
    }
    if (this.isOwnTelemetry(data)) {
      this.counts.count('received', 'telemetry', data.length);
      return this.pushTelemetry(() => this.readTelemetry(data), data.length);
    }
    const parsed = this.parse(data);
    if (!parsed.ok) {
      if (parsed.id) this.pending.end(parsed.id, refusedResponse(parsed.reason));
      return this.malformed(parsed.reason, data.length);
    }
    this.counts.count('received', parsed.frame.type, data.length);
    this.handle(parsed.frame, data.length);
  }

  private parse(data: Buffer): ParsedFrame<AgentFrameType> {
    const raw = data.toString('utf8');
    const masked = maskSecrets(raw);
    const parsed = parseFrame(masked, AFTER_AUTH);
    // A part is counted in bytes: what it becomes a part of is masked as a whole.
    const isPart = parsed.ok && parsed.frameType === 'response_part';
    return isPart && masked !== raw ? parseFrame(raw, AFTER_AUTH) : parsed;
  }

  /** By far the longest unsolicited frame: bursts are parsed in slices. */
  private isOwnTelemetry(data: Buffer): boolean {
    const { beginning } = this;
    return data.toString('latin1', 0, beginning.length) === beginning;
  }

  private readTelemetry(data: Buffer): TelemetryText | undefined {
    const parsed = parseTelemetry(textOf(data));
    if (parsed.ok) return parsed.frame;
    if (!this.over) this.malformed(parsed.reason, data.length);
    return undefined;
  }

  private pushTelemetry(read: () => TelemetryText | undefined, bytes: number): void {
    if (this.affords('telemetry', bytes, CAPS.telemetryBytes, this.limits.telemetry)) {
      this.events.telemetry(read, bytes);
    }
  }

  private handle(frame: FrameOf<AgentFrameType>, bytes: number): void {
    switch (frame.type) {
      case 'ping':
        this.send({ type: 'pong' });
        if (this.trips.begin(this.clock.monotonic())) this.send({ type: 'ping' });
        return;
      case 'pong':
        this.trips.end(this.clock.monotonic());
        return;
      case 'response':
        if (this.pending.answer(frame)) this.flow.giveBack();
        else this.late(frame, bytes);
        return;
      case 'response_part':
        return this.parts.receive(frame, bytes);
      case 'telemetry':
        if (this.isOwn(frame, bytes)) {
          const text = telemetryText(frame);
          this.pushTelemetry(() => text, bytes);
        }
        return;
      case 'log':
        if (
          this.isOwn(frame, bytes) &&
          this.affords('log', bytes, CAPS.logBytes, this.limits.log)
        ) {
          this.events.log(frame, bytes);
        }
        return;
      default:
        // register and auth cannot come here (AFTER_AUTH).
        return;
    }
  }

  /** A pushed frame counts only under its own id, within its size and its rate. */
  private isOwn({ type, agent_id }: { type: string; agent_id: string }, bytes: number): boolean {
    if (agent_id === this.agent_id) return true;
    return this.drop(`${type} under another id: ${agent_id}`, bytes, true);
  }

  private affords(type: FrameType, bytes: number, cap: number, rate: TokenBucket): boolean {
    if (bytes > cap) return this.drop(`${type} larger than ${cap} bytes`, bytes);
    if (!rate.take(this.clock.monotonic())) return this.drop(`${type} too often`, bytes);
    this.flow.giveBack();
    return true;
  }

  /** No caller waits; an approval may. */
  private late(frame: FrameOf<'response'>, bytes: number): void {
    if (!this.limits.lateResponse.take(this.clock.monotonic())) {
      this.drop('late responses too often', bytes);
      return;
    }
    this.events.lateResponse(frame);
    this.payFor(bytes);
  }

  private offered(id: string): void {
    if (!this.limits.lateResponse.take(this.clock.monotonic())) return;
    this.tellCancel(id);
    this.events.offered(id);
  }

  private drop(reason: string, bytes: number, forged = false): false {
    this.events.dropped(reason, forged);
    this.payFor(bytes);
    return false;
  }

  /** Reading costs everybody: a peer that sends megabytes of unusable frames is disconnected. */
  private payFor(bytes: number): void {
    const enough = this.limits.unwantedKiB.take(this.clock.monotonic(), Math.ceil(bytes / KIB));
    if (!enough) this.events.tooMuch('too many frames for nothing');
  }

  private malformed(reason: string, bytes: number): void {
    this.counts.count('received', 'unreadable', bytes);
    this.drop(reason, bytes);
    if (!this.limits.malformed.take(this.clock.monotonic())) {
      this.events.tooMuch('too many malformed frames');
    }
  }

  /** Sends one request; never rejects. */
  async request(call: TunnelRequest): Promise<Outcome> {
    if (this.socket.readyState !== this.socket.OPEN)
      return notSent(`${this.agent_id} is not connected`);
    const outcome = this.pending.wait(call.id, call.tool, call.timeoutMs);
    if (!this.send(requestOf(call))) {
      this.pending.end(call.id, notSent(`${this.agent_id} is not connected`));
      return outcome;
    }
    const cancel = () => this.cancel(call);
    call.signal?.addEventListener('abort', cancel, { once: true });
    if (call.signal?.aborted) cancel();
    try {
      return await outcome;
    } finally {
      call.signal?.removeEventListener('abort', cancel);
    }
  }

  private cancel(call: TunnelRequest): void {
    if (!this.pending.has(call.id)) return;
    const stopped = lost(
      'timeout',
      `the caller stopped waiting for ${call.tool}; it may still be running on the PC`,
    );
    // An answer that arrives in parts: the call has ended on the PC.
    if (!this.parts.has(call.id) && this.tellCancel(call.id)) {
      this.clock.setTimer(() => this.pending.end(call.id, stopped), CANCEL_GRACE_MS);
    } else {
      this.pending.end(call.id, stopped);
    }
  }

  /** False where the PC cannot cancel. */
  private tellCancel(id: string): boolean {
    return this.can('cancel') && this.send({ type: 'cancel', id });
  }

  can(feature: AgentFeature): boolean {
    return this.meta.features?.includes(feature) ?? false;
  }

  /** False when the frame was not handed to the socket. Disconnects a peer that does not read. */
  send(frame: Frame): boolean {
    if (!this.isWritable()) return false;
    const text = encodeFrame(frame);
    this.socket.send(text);
    this.counts.count('sent', frame.type, Buffer.byteLength(text));
    return true;
  }

  private isWritable(): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return false;
    if (this.socket.bufferedAmount <= CAPS.unsentBytes) return true;
    this.socket.terminate();
    return false;
  }

  /** Closes with a reason, whether or not the peer answers; further frames are ignored. */
  close(code: number, reason: string): void {
    if (this.over) return;
    this.over = true;
    this.flow.stop();
    this.socket.close(code, reason);
    this.clock.setTimer(() => this.socket.terminate(), CLOSE_GRACE_MS);
  }

  terminate(): void {
    this.socket.terminate();
  }

  /** The socket has closed: waiting calls are lost. */
  ended(reason: string): void {
    this.flow.stop();
    this.pending.endAll(lost('disconnect', `${this.agent_id} ${reason} before it answered`));
  }

  tooLarge(): void {
    this.pending.endAll(lost('answer_refused', 'response too large'));
  }
}

function requestOf({ id, tool, args, approval }: TunnelRequest): FrameOf<'request'> {
  return { type: 'request', id, tool, args, ...(approval === undefined ? {} : { approval }) };
}

/** Older agents do not mask secrets: tokens of ours must not be stored or shown. */
const textOf = (data: Buffer) => maskSecrets(data.toString('utf8'));
