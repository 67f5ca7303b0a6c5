import { CAPS, encodeFrame, type FrameOf } from '@kenny/contract/agent';
import type { Clock, Timer } from '@kenny/kernel';
import type { ForwardRing, LogEvent } from '../logging/index.js';

export interface LogPumpOptions {
  ring: ForwardRing;
  agentId: string;
  clock: Clock;
}

/** 9 events every 250 ms: never more than 45 in a second, below the 50 of design §3. */
const BATCH = 9;
const EVERY_MS = 250;
/** Above this the connection has more important things to send. */
const BACKLOG_BYTES = 1024 * 1024;

export interface LogOutlet {
  sendText(text: string): void;
  readonly unsentBytes: number;
}

/**
 * Forwards the ring's events while connected, below the server's rate limit. Logs nothing itself:
 * that line would be forwarded too.
 */
export class LogPump {
  private timer: Timer | undefined;
  private outlet: LogOutlet | undefined;

  constructor(private readonly options: LogPumpOptions) {}

  attach(outlet: LogOutlet): void {
    this.outlet = outlet;
    this.options.ring.onEvent(() => this.schedule(0));
  }

  detach(): void {
    this.outlet = undefined;
    this.options.ring.onEvent(undefined);
    this.timer?.cancel();
    this.timer = undefined;
  }

  private schedule(ms: number): void {
    this.timer ??= this.options.clock.setTimer(() => this.pump(), ms);
  }

  private pump(): void {
    this.timer = undefined;
    const { ring } = this.options;
    const { outlet } = this;
    if (!outlet) return;
    if (outlet.unsentBytes < BACKLOG_BYTES) {
      for (const event of ring.take(BATCH)) {
        const text = encodeFrame(this.frameOf(event));
        if (Buffer.byteLength(text) <= CAPS.logBytes) outlet.sendText(text);
      }
    }
    // Keep the timer even when nothing is left, so that a burst cannot exceed the rate.
    this.timer = this.options.clock.setTimer(() => {
      this.timer = undefined;
      if (ring.size > 0) this.pump();
    }, EVERY_MS);
  }

  private frameOf({ at, level, target, message, fields }: LogEvent): FrameOf<'log'> {
    const { agentId } = this.options;
    return {
      type: 'log',
      agent_id: agentId,
      at,
      level,
      target,
      message,
      ...(fields ? { fields } : {}),
    };
  }
}
