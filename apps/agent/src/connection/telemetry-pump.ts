import { CAPS, CATALOG, encodeFrame, type FrameOf } from '@kenny/contract/agent';
import type { Clock, Timer } from '@kenny/kernel';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import type { SnapshotRecord } from '../platform/snapshot.js';

export interface TelemetryPumpOptions {
  agentId: string;
  intervalMs: number;
  /** Reads all sections; one that fails does not fail the others. */
  collect: (signal: AbortSignal) => Promise<SnapshotRecord>;
  clock: Clock;
  log: Logger;
}

/** The server accepts one snapshot per 10 s, and a flapping connection must not send more. */
const SHORTEST_GAP_MS = 10_000;
/** What a change leads to, such as a service that starts, takes a moment. */
const AFTER_CHANGE_MS = 2_000;

/** Sends a snapshot when a link begins, then at the interval and after a change; one at a time. */
export class TelemetryPump {
  private timer: Timer | undefined;
  private link: AbortController | undefined;
  private sentAt: number | undefined;
  /** Brings the next snapshot of this link forward; undefined while one is collected. */
  private sooner: ((ms: number) => void) | undefined;
  /** A change ran while a snapshot was collected, which may not show it. */
  private isStale = false;
  private collecting: Promise<void> = Promise.resolve();

  constructor(private readonly options: TelemetryPumpOptions) {}

  attach(sendText: (text: string) => void): void {
    const link = new AbortController();
    this.link = link;
    this.scheduleIn(this.restOfGap(), link.signal, sendText);
  }

  detach(): void {
    this.link?.abort();
    this.timer?.cancel();
    this.sooner = undefined;
    this.isStale = false;
  }

  /** A change has run: whoever approved it sees what came of it within seconds. */
  changed(): void {
    if (!this.link || this.link.signal.aborted) return;
    if (this.sooner) this.sooner(Math.max(AFTER_CHANGE_MS, this.restOfGap()));
    else this.isStale = true;
  }

  private restOfGap(): number {
    if (this.sentAt === undefined) return 0;
    return Math.max(0, SHORTEST_GAP_MS - (this.options.clock.monotonic() - this.sentAt));
  }

  private scheduleIn(ms: number, signal: AbortSignal, sendText: (text: string) => void): void {
    const { clock } = this.options;
    const dueAt = clock.monotonic() + ms;
    this.timer?.cancel();
    this.timer = clock.setTimer(() => {
      this.sooner = undefined;
      // The previous link's collection may still be ending.
      this.collecting = this.collecting.then(() => this.push(signal, sendText));
    }, ms);
    this.sooner = (wanted) => {
      if (clock.monotonic() + wanted < dueAt) this.scheduleIn(wanted, signal, sendText);
    };
  }

  private async push(signal: AbortSignal, sendText: (text: string) => void): Promise<void> {
    if (signal.aborted) return;
    const { clock, log, collect, intervalMs } = this.options;
    const began = clock.monotonic();
    try {
      const snapshot = await collect(signal);
      if (signal.aborted) return;
      const text = this.fit(snapshot);
      if (text !== undefined) {
        sendText(text);
        this.sentAt = clock.monotonic();
        const duration_ms = Math.round(this.sentAt - began);
        log.debug('telemetry sent', { bytes: text.length, duration_ms });
      }
    } catch (error) {
      if (signal.aborted) return;
      log.error('no telemetry was collected', { error: errorText(error) });
    }
    if (signal.aborted) return;
    // Ticks missed during a slow collection are skipped.
    const took = clock.monotonic() - began;
    const rest = this.isStale ? 0 : intervalMs - took;
    this.isStale = false;
    this.scheduleIn(Math.max(SHORTEST_GAP_MS, rest), signal, sendText);
  }

  /** The encoded frame, without its largest optional sections if it is too large. */
  private fit(snapshot: SnapshotRecord): string | undefined {
    const { log } = this.options;
    const kept = { ...snapshot };
    for (;;) {
      const text = encodeFrame(this.frameOf(kept));
      const bytes = Buffer.byteLength(text);
      if (bytes <= CAPS.telemetryBytes) return text;
      const victim = largestOptional(kept);
      if (victim === undefined) {
        log.error('a snapshot is too large to send', { bytes, limit: CAPS.telemetryBytes });
        return undefined;
      }
      log.warn('a section is too large to send', { section: victim, bytes });
      delete kept[victim];
    }
  }

  private frameOf(snapshot: SnapshotRecord): FrameOf<'telemetry'> {
    const { agentId, clock } = this.options;
    const collected_at = new Date(clock.now()).toISOString();
    return { type: 'telemetry', agent_id: agentId, collected_at, snapshot };
  }
}

const MANDATORY = new Set(CATALOG.sections.filter((s) => s.mandatory).map(({ name }) => name));

function largestOptional(snapshot: SnapshotRecord): string | undefined {
  const sizes = Object.entries(snapshot)
    .filter(([name]) => !MANDATORY.has(name))
    .map(([name, payload]) => ({ name, size: JSON.stringify(payload)?.length ?? 0 }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.name;
}
