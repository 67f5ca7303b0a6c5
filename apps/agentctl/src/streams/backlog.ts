import { AGENTCTL_LIMITS } from '@kenny/contract/agentctl';
import { gapFrame, type Frame } from './frame.js';
import type { Listener } from './listener.js';

/** The last frames while nobody listens. The first listener gets them, and hears what is missing. */
export class Backlog {
  private frames: Frame[] = [];
  private bytes = 0;
  private dropped = 0;

  push(frame: Frame): void {
    this.frames.push(frame);
    this.bytes += frame.length;
    // Half of what a listener's queue holds: all of it must fit when one comes.
    while (
      this.frames.length > 1 &&
      (2 * this.bytes > AGENTCTL_LIMITS.queueBytes ||
        2 * this.frames.length > AGENTCTL_LIMITS.queueMessages)
    ) {
      this.bytes -= this.frames.shift()?.length ?? 0;
      this.dropped += 1;
    }
  }

  /** A frame that is missing at this place. */
  skip(): void {
    this.push(gapFrame(1));
  }

  forget(): void {
    this.dropped += this.frames.length;
    this.frames = [];
    this.bytes = 0;
  }

  moveTo(listener: Listener): void {
    if (this.dropped > 0) listener.push(gapFrame(this.dropped));
    for (const frame of this.frames) listener.push(frame);
    this.frames = [];
    this.bytes = 0;
    this.dropped = 0;
  }
}
