import { Component, computed, DestroyRef, inject, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import {
  OS_TITLES,
  parseReleaseManifest,
  RELEASE_CAPS,
  RELEASE_FILES,
  type ReleaseManifest,
} from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { ApiClient } from '../../core/http/api-client';
import { asApiError, type ApiError } from '../../core/http/api-error';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';

/** Hands the server a signed release: the executable, and what its signature is about. */
@Component({
  selector: 'kenny-publish-release',
  imports: [ErrorNote, MatButton, UntrustedText],
  template: `
    <form class="panel" aria-label="Publish a release" (submit)="publish($event)">
      <p>
        A release is two files. The server has no key to sign them with: PCs only accept what was
        signed elsewhere.
      </p>
      <p class="dim">
        PCs fetch it from this server over https, or over http when the server runs on the same PC.
        Over any other http they refuse it.
      </p>
      <label>
        The executable
        <input #file type="file" [disabled]="busy()" (change)="take(file)" />
      </label>
      <label>
        Its manifest, whose name ends in {{ suffix }}
        <input
          #paper
          type="file"
          accept=".json"
          [disabled]="busy()"
          (change)="takeManifest(paper)"
        />
      </label>
      @if (problem(); as words) {
        <p class="bad" role="alert"><kenny-untrusted [text]="words" /></p>
      }
      @if (error(); as fault) {
        <kenny-error [error]="fault" />
      }
      @if (busy()) {
        <p role="status">
          <progress [max]="size()" [value]="sent()" aria-label="Sent"></progress>
          {{ told() }}
        </p>
      }
      <div class="acts">
        <button type="button" matButton="outlined" (click)="leave()">
          {{ busy() ? 'Stop' : 'Cancel' }}
        </button>
        <button type="submit" matButton="filled" [disabled]="busy() || !ready()">
          {{ act() }}
        </button>
      </div>
    </form>
  `,
  styleUrl: '../../ui/form.css',
  styles: `
    form {
      display: grid;
      gap: 12px;
      padding: 14px 18px;
      margin-bottom: 14px;
    }
    p {
      margin: 0;
    }
    label {
      display: grid;
      gap: 4px;
      font-size: 13px;
    }
    input {
      min-width: 0;
      max-width: 100%;
      font: inherit;
    }
    input::file-selector-button {
      margin-right: 10px;
      padding: 6px 12px;
      border: 1px solid var(--field-line);
      border-radius: var(--r);
      background: none;
      color: var(--ink);
      font: inherit;
      font-weight: 600;
    }
    progress {
      width: min(240px, 50%);
      accent-color: var(--accent);
    }
  `,
})
export class PublishRelease {
  readonly published = output<void>();
  readonly closed = output<void>();

  private readonly api = inject(ApiClient);
  protected readonly suffix = RELEASE_FILES.manifestSuffix;
  protected readonly busy = signal(false);
  protected readonly sent = signal(0);
  protected readonly error = signal<ApiError | null>(null);
  private readonly file = signal<File | null>(null);
  private readonly manifest = signal<ReleaseManifest | { problem: string } | null>(null);
  private stopper = new AbortController();

  protected readonly size = computed(() => this.file()?.size ?? 0);
  protected readonly told = computed(
    () => `${quantity(this.sent(), 'bytes')} of ${quantity(this.size(), 'bytes')}`,
  );
  /** What can be seen to be wrong before anything is sent; the server judges the rest. */
  protected readonly problem = computed(() => {
    const [file, manifest] = [this.file(), this.manifest()];
    if (manifest && 'problem' in manifest) return `Not a manifest: ${manifest.problem}.`;
    if (!manifest || !file || file.size === manifest.size) return null;
    return `The manifest describes another file: ${manifest.size} bytes, while this one has ${file.size}.`;
  });
  protected readonly ready = computed(() => {
    const [file, manifest] = [this.file(), this.manifest()];
    return file && manifest && !('problem' in manifest) && !this.problem()
      ? { file, manifest }
      : null;
  });
  protected readonly act = computed(() => {
    const manifest = this.manifest();
    if (!manifest || 'problem' in manifest) return 'Publish';
    return `Publish ${manifest.version} for ${OS_TITLES[manifest.os]} (${manifest.arch})`;
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => this.stopper.abort());
  }

  protected take({ files }: HTMLInputElement): void {
    this.error.set(null);
    this.file.set(files?.[0] ?? null);
  }

  protected async takeManifest({ files }: HTMLInputElement): Promise<void> {
    const [paper] = files ?? [];
    this.error.set(null);
    this.manifest.set(null);
    if (!paper) return;
    // Nobody waits until the executable has been read as a text.
    const whole = paper.size <= RELEASE_CAPS.manifestBytes;
    this.manifest.set(parseReleaseManifest(whole ? await paper.text() : ''));
  }

  protected leave(): void {
    if (this.busy()) this.stopper.abort();
    else this.closed.emit();
  }

  protected async publish(event: Event): Promise<void> {
    event.preventDefault();
    const ready = this.ready();
    if (!ready || this.busy()) return;
    const stopper = new AbortController();
    this.stopper = stopper;
    this.busy.set(true);
    this.sent.set(0);
    this.error.set(null);
    try {
      const told = (bytes: number) => this.sent.set(bytes);
      await this.api.publishRelease(ready.manifest, ready.file, told, stopper.signal);
      this.published.emit();
    } catch (fault) {
      if (!stopper.signal.aborted) this.error.set(asApiError(fault));
    } finally {
      this.busy.set(false);
    }
  }
}
