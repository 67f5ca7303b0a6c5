import type { FrameType } from '@kenny/contract';
import { Injectable } from '@nestjs/common';

/** `unreadable`: what arrived and is no frame. */
export type CountedType = FrameType | 'unreadable';
export const FRAME_DIRECTIONS = ['received', 'sent'] as const;
export type FrameDirection = (typeof FRAME_DIRECTIONS)[number];

export interface FrameCount {
  frames: number;
  bytes: number;
}

/** Frames with all agents since the start, handshakes apart: two additions a frame, read at leisure. */
@Injectable()
export class FrameCounts {
  private readonly counts = {
    received: new Map<CountedType, FrameCount>(),
    sent: new Map<CountedType, FrameCount>(),
  } satisfies Record<FrameDirection, Map<CountedType, FrameCount>>;

  count(direction: FrameDirection, type: CountedType, bytes: number): void {
    const known = this.counts[direction].get(type);
    if (!known) {
      this.counts[direction].set(type, { frames: 1, bytes });
      return;
    }
    known.frames += 1;
    known.bytes += bytes;
  }

  of(direction: FrameDirection): ReadonlyMap<CountedType, Readonly<FrameCount>> {
    return this.counts[direction];
  }
}
