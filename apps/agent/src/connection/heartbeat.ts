import { TIMES } from '@kenny/contract/agent';
import type { Clock, Timer } from '@kenny/kernel';

export interface HeartbeatOptions {
  clock: Clock;
  /** When anything last arrived, by the monotonic clock. */
  lastHeardAt: () => number;
  ping: () => void;
  /** Three silent intervals: the connection is dead, whatever the system thinks. */
  onSilence: () => void;
}

const SILENCE_MS = TIMES.heartbeatMs * TIMES.missedIntervals;

/** Pings at every interval, and notices a dead peer. */
export class Heartbeat {
  private pinging: Timer | undefined;
  private listening: Timer | undefined;

  constructor(private readonly options: HeartbeatOptions) {}

  start(): void {
    this.pingLater();
    this.checkIn(TIMES.heartbeatMs);
  }

  stop(): void {
    this.pinging?.cancel();
    this.listening?.cancel();
  }

  private pingLater(): void {
    this.pinging = this.options.clock.setTimer(() => {
      this.options.ping();
      this.pingLater();
    }, TIMES.heartbeatMs);
  }

  private checkIn(ms: number): void {
    const { clock, lastHeardAt, onSilence } = this.options;
    this.listening = clock.setTimer(() => {
      const silentFor = clock.monotonic() - lastHeardAt();
      if (silentFor >= SILENCE_MS) onSilence();
      else this.checkIn(Math.min(TIMES.heartbeatMs, SILENCE_MS - silentFor));
    }, ms);
  }
}
