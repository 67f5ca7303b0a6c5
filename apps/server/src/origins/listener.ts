import { CAPS } from '@kenny/contract';
import type { Heard } from './heard.js';
import { MOST_TAINTS } from './taints.js';

interface Kept {
  readonly heard: Heard;
  readonly bytes: number;
  readonly at: number;
}

/** What one model, in one session or by one token, was told lately; bounded. Times are monotonic. */
export class Listener {
  bytes = 0;
  usedAt: number;
  /** Oldest first. */
  private answers: Kept[] = [];
  /** Sensitive reads and when they were last made, oldest first. */
  private readonly readAt = new Map<string, number>();
  /** When an answer was last evicted early. */
  private lostAt: number | undefined;

  /** @param lasting a session: it remembers all while it is in use */
  constructor(
    private readonly lasting: boolean,
    now: number,
  ) {
    this.usedAt = now;
  }

  get empty(): boolean {
    return this.answers.length === 0 && this.readAt.size === 0 && this.lostAt === undefined;
  }

  /** Newest first. */
  *heard(): Iterable<Heard> {
    for (let at = this.answers.length - 1; at >= 0; at -= 1) {
      const kept = this.answers[at];
      if (kept) yield kept.heard;
    }
  }

  get reads(): readonly string[] {
    return [...this.readAt.keys()];
  }

  /** Whether some of what it was told is no longer compared. */
  get lost(): boolean {
    return this.lostAt !== undefined;
  }

  hear(heard: Heard, now: number): void {
    const bytes = Buffer.byteLength(heard.texts) + Buffer.byteLength(heard.names);
    if (bytes === 0) return;
    this.answers.push({ heard, bytes, at: now });
    this.bytes += bytes;
    while (this.bytes > CAPS.heardBytes || this.answers.length > CAPS.heardAnswers) {
      this.loseOldest(now);
    }
  }

  noteRead(read: string, now: number): void {
    this.readAt.delete(read);
    this.readAt.set(read, now);
    const [oldest] = this.readAt.keys();
    if (this.readAt.size > MOST_TAINTS && oldest !== undefined) this.readAt.delete(oldest);
  }

  loseOldest(now: number): void {
    this.bytes -= this.answers.shift()?.bytes ?? 0;
    this.lostAt = now;
  }

  /** Forgets what was told up to then. */
  forgetUntil(then: number): void {
    const old = (at: number) => (this.lasting ? this.usedAt : at) <= then;
    this.answers = this.answers.filter(({ at }) => !old(at));
    this.bytes = this.answers.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [read, at] of this.readAt) if (old(at)) this.readAt.delete(read);
    if (this.lostAt !== undefined && old(this.lostAt)) this.lostAt = undefined;
  }
}
