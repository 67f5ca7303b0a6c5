import { computed, signal } from '@angular/core';
import type { Os, PackageView } from '@kenny/contract/web';
import { MINUTE_MS } from '@kenny/kernel';
import type { ApiClient } from '../../core/http/api-client';
import { asApiError, type ApiError } from '../../core/http/api-error';

/** A build takes seconds. */
const ASK_EVERY_MS = 500;

/** The laptop sleeps, the server starts again: what it builds goes on meanwhile. */
const PASSING: ReadonlySet<ApiError['code']> = new Set(['unreachable', 'unavailable']);
/** In turns of the timer, which stands still while a laptop sleeps. */
const MISSED_AT_MOST = (5 * MINUTE_MS) / ASK_EVERY_MS;

interface Ends {
  readonly built: (view: PackageView) => void;
  readonly failed: () => void;
}

/** The server builds what a PC is installed from; this asks how far it is until it has ended. */
export class PackageBuild {
  private readonly fault = signal<ApiError | null>(null);
  private readonly view = signal<PackageView | null>(null);
  private readonly waiting = signal(true);
  private timer: ReturnType<typeof setInterval> | undefined;
  private asking = false;
  /** Turns since the server answered last. */
  private missed = 0;

  readonly error = this.fault.asReadonly();
  readonly step = computed(() => this.view()?.build ?? null);
  readonly trouble = computed(() => (this.waiting() ? null : (this.view()?.trouble ?? null)));
  readonly hasFailed = computed(() => this.fault() !== null || this.trouble() !== null);

  constructor(
    readonly os: Os,
    private readonly api: Pick<ApiClient, 'buildPackage' | 'packages'>,
    private readonly ends: Ends,
  ) {}

  async start(): Promise<void> {
    this.fault.set(null);
    this.waiting.set(true);
    this.missed = 0;
    this.timer ??= setInterval(() => void this.ask(), ASK_EVERY_MS);
    this.asking = true;
    try {
      this.take(await this.api.buildPackage(this.os));
    } catch (fault) {
      const error = asApiError(fault);
      // Somebody else has started it: this one waits for it as well.
      if (error.code !== 'conflict') this.fail(error);
    } finally {
      this.asking = false;
    }
  }

  /** Whatever the server says after this is not heard. */
  stop(): void {
    this.waiting.set(false);
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async ask(): Promise<void> {
    this.missed += 1;
    if (this.asking) return;
    this.asking = true;
    try {
      const { items } = await this.api.packages();
      this.missed = 0;
      const one = items.find(({ os }) => os === this.os);
      if (one) this.take(one);
    } catch (fault) {
      const error = asApiError(fault);
      if (!PASSING.has(error.code) || this.missed > MISSED_AT_MOST) this.fail(error);
    } finally {
      this.asking = false;
    }
  }

  private take(view: PackageView): void {
    if (!this.waiting()) return;
    this.view.set(view);
    if (view.build) return;
    this.stop();
    if (view.ready && view.trouble === null) this.ends.built(view);
    else this.ends.failed();
  }

  private fail(error: ApiError): void {
    if (!this.waiting()) return;
    this.stop();
    this.fault.set(error);
    this.ends.failed();
  }
}
