import { Component, computed, DestroyRef, inject, input, output, signal } from '@angular/core';
import type { OnInit } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatProgressBar } from '@angular/material/progress-bar';
import { OS_TITLES, type Os, type PackageView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { asApiError, type ApiError } from '../../core/http/api-error';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';

/** A build takes seconds. */
const ASK_EVERY_MS = 500;

/** Has the server build what a PC is installed from, and says how far it is. */
@Component({
  selector: 'kenny-build-package',
  imports: [ErrorNote, MatButton, MatProgressBar, UntrustedText],
  templateUrl: './build-package.html',
  styleUrls: ['../../ui/form.css', './build-package.css'],
})
export class BuildPackage implements OnInit {
  readonly os = input.required<Os>();
  readonly built = output<PackageView>();
  readonly back = output<void>();

  private readonly api = inject(ApiClient);
  protected readonly error = signal<ApiError | null>(null);
  private readonly view = signal<PackageView | null>(null);
  private readonly waiting = signal(true);
  private asking = false;
  private gone = false;

  protected readonly system = computed(() => OS_TITLES[this.os()]);
  protected readonly step = computed(() => this.view()?.build ?? null);
  /** In the middle of the step that is under way. */
  protected readonly percent = computed(() => {
    const step = this.step();
    return step && step.of > 0 ? (100 * (step.step - 0.5)) / step.of : null;
  });
  protected readonly trouble = computed(() => (this.waiting() ? null : this.view()?.trouble));

  constructor() {
    const timer = setInterval(() => void this.ask(), ASK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => {
      this.gone = true;
      clearInterval(timer);
    });
  }

  ngOnInit(): void {
    void this.start();
  }

  protected async start(): Promise<void> {
    this.error.set(null);
    this.waiting.set(true);
    this.asking = true;
    try {
      this.take(await this.api.buildPackage(this.os()));
    } catch (fault) {
      const error = asApiError(fault);
      // Somebody else has started it: this page waits for it as well.
      if (error.code !== 'conflict') this.fail(error);
    } finally {
      this.asking = false;
    }
  }

  private async ask(): Promise<void> {
    if (this.asking || !this.waiting()) return;
    this.asking = true;
    try {
      const { items } = await this.api.packages();
      const one = items.find(({ os }) => os === this.os());
      if (one) this.take(one);
    } catch (fault) {
      this.fail(asApiError(fault));
    } finally {
      this.asking = false;
    }
  }

  private take(view: PackageView): void {
    if (this.gone) return;
    this.view.set(view);
    if (view.build) return;
    this.waiting.set(false);
    if (view.ready && view.trouble === null) this.built.emit(view);
  }

  private fail(error: ApiError): void {
    this.waiting.set(false);
    this.error.set(error);
  }
}
