import { Component, DestroyRef, effect, inject, input, signal, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatMenu, MatMenuItem, MatMenuTrigger } from '@angular/material/menu';
import {
  API_PATHS,
  AUDIT_EXPORT_FORMATS,
  EXPORT_CUT_LENGTH,
  exportCutIn,
  type AuditExportFormat,
  type ExportCut,
} from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { asApiError, type ApiError } from '../../core/http/api-error';
import { ApiSender, queryText, type Query } from '../../core/http/api-sender';
import { saveFile } from '../../core/http/save-as';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';

const FORMAT_WORDS: Readonly<Record<AuditExportFormat, string>> = {
  csv: 'CSV',
  jsonl: 'JSON lines',
};

/** A file of rows, or its next part. */
interface Part {
  readonly format: AuditExportFormat;
  /** As the list was when the first part was asked for: a span that ends now moves on meanwhile. */
  readonly query: Query;
  /** 1, 2, 3 … */
  readonly number: number;
  /** The last row of the part before; 0 for the first. */
  readonly after: number;
}

/**
 * Takes the rows of the list away as a file. The page fetches it itself rather than linking to it:
 * only so it knows that the server has cut it, and half a record must not pass for the whole.
 */
@Component({
  selector: 'kenny-audit-export',
  imports: [ErrorNote, Icon, MatButton, MatMenu, MatMenuItem, MatMenuTrigger],
  template: `
    <button type="button" matButton="outlined" [disabled]="busy()" [matMenuTriggerFor]="formatMenu">
      <kenny-icon matButtonIcon name="download" />Export<span class="unseen"> these rows</span>
    </button>
    <mat-menu #formatMenu="matMenu" aria-label="Format">
      @for (format of formats; track format) {
        <button mat-menu-item (click)="begin(format)">{{ words[format] }}</button>
      }
    </mat-menu>
    @if (busy()) {
      <p role="status">
        {{ size() }} so far…
        <button type="button" class="link" (click)="stop()">Stop</button>
      </p>
    }
    @if (cut(); as cut) {
      <p class="cut" role="status">
        <strong>These are not all rows.</strong>
        Part {{ cut.part.number }} holds {{ count(cut.rows) }}; its last line says so too. Those
        that follow come as a file of their own.
        <button type="button" matButton="outlined" [disabled]="busy()" (click)="next()">
          Save part {{ cut.part.number + 1 }}
        </button>
      </p>
    } @else if (last(); as number) {
      <p role="status">Part {{ number }} was the last: now you have all rows.</p>
    }
    @if (error(); as fault) {
      <kenny-error [error]="fault" [retryable]="true" (retry)="again()" />
    }
  `,
  styles: `
    :host {
      display: contents;
    }
    p,
    kenny-error {
      flex: 1 0 100%;
      margin: 0;
    }
    .cut {
      padding: 8px 12px;
      background: var(--warn-bg);
      border-radius: var(--r);
    }
  `,
})
export class AuditExport {
  readonly query = input.required<Query>();

  private readonly api = inject(ApiSender);
  protected readonly formats = AUDIT_EXPORT_FORMATS.toReversed();
  protected readonly words = FORMAT_WORDS;
  protected readonly busy = signal(false);
  protected readonly size = signal('');
  protected readonly cut = signal<(ExportCut & { part: Part }) | null>(null);
  /** The number of the last of several parts. */
  protected readonly last = signal<number | null>(null);
  protected readonly error = signal<ApiError | null>(null);
  private asked: Part | undefined;
  private stopper = new AbortController();

  constructor() {
    effect(() => {
      // What was said of a file is about other rows now.
      this.query();
      untracked(() => this.forget());
    });
    inject(DestroyRef).onDestroy(() => this.stop());
  }

  protected begin(format: AuditExportFormat): Promise<void> {
    return this.save({ format, query: this.query(), number: 1, after: 0 });
  }

  protected next(): Promise<void> {
    const cut = this.cut();
    if (!cut) return Promise.resolve();
    return this.save({ ...cut.part, number: cut.part.number + 1, after: cut.after });
  }

  protected again(): Promise<void> {
    return this.asked ? this.save(this.asked) : Promise.resolve();
  }

  protected stop(): void {
    this.stopper.abort();
  }

  protected count(rows: number): string {
    return `${quantity(rows, 'count')} ${rows === 1 ? 'row' : 'rows'}`;
  }

  private forget(): void {
    this.stop();
    this.cut.set(null);
    this.last.set(null);
    this.error.set(null);
  }

  private async save(part: Part): Promise<void> {
    const { format, query, number, after } = part;
    const stopper = new AbortController();
    this.asked = part;
    this.stopper = stopper;
    this.busy.set(true);
    this.size.set(quantity(0, 'bytes'));
    this.error.set(null);
    try {
      const more = after === 0 ? {} : { after };
      const path = API_PATHS.auditExport + queryText({ ...query, ...more, format });
      const told = (bytes: number) => this.size.set(quantity(bytes, 'bytes'));
      const file = await this.api.file(path, told, stopper.signal);
      if (stopper.signal.aborted) return;
      const found = exportCutIn(await file.slice(-EXPORT_CUT_LENGTH).text());
      saveFile(file, `kenny-audit${number === 1 ? '' : `-${number}`}.${format}`);
      this.cut.set(found ? { ...found, part } : null);
      this.last.set(found || number === 1 ? null : number);
    } catch (fault) {
      if (!stopper.signal.aborted) this.error.set(asApiError(fault));
    } finally {
      this.busy.set(false);
    }
  }
}
