import type { AgentctlOutputLine } from '@kenny/contract/agentctl';
import { iso, type Clock } from '@kenny/kernel';
import { Broadcast } from './broadcast.js';
import { frameOf } from './frame.js';
import type { CutLine } from './line-cutter.js';
import type { Sink } from './listener.js';

/** The last lines that are no messages, and who watches them as they come. */
export class OutputLines {
  private readonly watchers = new Broadcast();
  private readonly ring: AgentctlOutputLine[] = [];
  /** Where the oldest line stands once the ring is full. */
  private oldest = 0;

  constructor(
    private readonly size: number,
    private readonly clock: Clock,
  ) {}

  get total(): number {
    return this.ring.length;
  }

  get full(): boolean {
    return this.watchers.full;
  }

  add(stream: AgentctlOutputLine['stream'], { text, cut }: CutLine): void {
    const line: AgentctlOutputLine = {
      timestamp: iso(this.clock.now()),
      stream,
      content: text,
      ...(cut ? { cut: true } : {}),
    };
    if (this.ring.length < this.size) {
      this.ring.push(line);
    } else {
      this.ring[this.oldest] = line;
      this.oldest = (this.oldest + 1) % this.size;
    }
    if (this.watchers.listened) this.watchers.push(frameOf(line));
  }

  /** Oldest first. */
  last(count: number): AgentctlOutputLine[] {
    const ordered = [...this.ring.slice(this.oldest), ...this.ring.slice(0, this.oldest)];
    return count === 0 ? [] : ordered.slice(-count);
  }

  watch(sink: Sink, history: number): () => void {
    return this.watchers.listen(sink, this.last(history).map(frameOf));
  }
}
