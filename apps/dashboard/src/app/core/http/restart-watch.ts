import { computed, effect, inject, signal, untracked } from '@angular/core';
import type { RunKind } from '@kenny/contract/web';
import { MINUTE_MS, SECOND_MS } from '@kenny/kernel';
import { PageClock } from '../time/clock';
import { ApiClient } from './api-client';
import { asApiError } from './api-error';

/** A server that is started by something is back long before; one that nobody knows of may not be. */
const ALONE_MS = { known: 30 * SECOND_MS, unknown: 10 * SECOND_MS } as const;
/** It fetches and builds what is newer before it starts, on an old laptop and over a slow line. */
export const UPDATING_MS = 20 * MINUTE_MS;

/**
 * Waits for a server that said that it restarts. Where it knows the login no more, the page that logs
 * in takes over. To be made where a component is.
 */
export class RestartWatch {
  private readonly api = inject(ApiClient);
  private readonly clock = inject(PageClock);
  private readonly since = signal<number | null>(null);
  private readonly wasAway = signal(false);
  private looking = false;
  /** `away`: somebody has to start it. */
  readonly state = computed(() => {
    const since = this.since();
    if (since === null) return null;
    const usual = this.runsAs() === null ? ALONE_MS.unknown : ALONE_MS.known;
    const patience = this.patienceMs ?? usual;
    return this.wasAway() && this.clock.now() - since > patience ? 'away' : 'restarting';
  });

  /**
   * @param back - it is there again, and knows the login still
   * @param patienceMs - where it does more than start again
   */
  constructor(
    private readonly runsAs: () => RunKind | null,
    private readonly back: () => void,
    private readonly patienceMs?: number,
  ) {
    effect(() => {
      this.clock.now();
      untracked(() => void this.look());
    });
  }

  begin(): void {
    this.wasAway.set(false);
    this.since.set(this.clock.now());
  }

  private async look(): Promise<void> {
    if (this.since() === null || this.looking) return;
    this.looking = true;
    try {
      await this.api.me();
      // Before it stops it still answers.
      if (!this.wasAway()) return;
      this.since.set(null);
      this.back();
    } catch (fault) {
      if (asApiError(fault).code === 'unreachable') this.wasAway.set(true);
    } finally {
      this.looking = false;
    }
  }
}
