import { inject, Injectable, signal } from '@angular/core';
import type { Cleanable, CleanTarget } from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';
import { PageClock } from '../time/clock';

interface Look {
  readonly at: number;
  readonly bytes: ReadonlyMap<CleanTarget, number>;
}

/** What each place took when somebody looked here: older looks say too little of now. */
@Injectable({ providedIn: 'root' })
export class SizesSeen {
  private readonly clock = inject(PageClock);
  private readonly looks = signal<ReadonlyMap<string, Look>>(new Map());

  note(agentId: string, found: readonly Pick<Cleanable, 'target' | 'bytes'>[]): void {
    const bytes = new Map(found.map((one) => [one.target, one.bytes]));
    this.looks.update((looks) => new Map([...looks, [agentId, { at: this.clock.now(), bytes }]]));
  }

  /** Of all of them together; null where the size of one is not known. */
  of(
    agentId: string,
    targets: readonly CleanTarget[],
  ): { readonly bytes: number; readonly at: number } | null {
    const look = this.looks().get(agentId);
    if (!look || this.clock.now() - look.at > HOUR_MS) return null;
    const sizes = targets.flatMap((target) => look.bytes.get(target) ?? []);
    if (sizes.length < targets.length) return null;
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), at: look.at };
  }
}
