import { Component, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatProgressBar } from '@angular/material/progress-bar';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

const PROMISE = 'Finds entries that were changed or removed.';

/** Verifies the whole audit chain: what does not fit, and what cannot be known. */
@Component({
  selector: 'kenny-chain-check',
  imports: [ErrorNote, Icon, MatButton, MatProgressBar, RelativeTime, UntrustedText],
  template: `
    <section aria-label="Audit chain">
      <div class="line">
        @if (check.value(); as found) {
          <strong [class.bad]="!found.ok" [class.good]="found.ok">
            {{ found.ok ? '✓ No change found.' : '✕ Something was changed or is missing.' }}
          </strong>
          <span class="dim">
            {{ found.rows }} entries read.
            {{ found.ok ? promise : '' }}
          </span>
        }
        @if (check.value()) {
          <button type="button" matButton="text" (click)="open.set(!open())">
            {{ open() ? 'Less' : 'What this means' }}
          </button>
        }
        <button
          type="button"
          matButton="outlined"
          [title]="promise"
          [disabled]="check.busy()"
          (click)="verify()"
        >
          <kenny-icon matButtonIcon name="policy" />Verify
        </button>
      </div>
      @if (check.busy()) {
        <mat-progress-bar
          class="later"
          mode="indeterminate"
          aria-label="Reading the whole audit log"
        />
      }
      <span class="unseen" role="status">{{
        check.value() && !check.busy() ? 'Checked.' : ''
      }}</span>
      @if (check.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      @if (check.value(); as found) {
        @for (finding of found.findings; track $index) {
          <p class="bad">{{ finding.kind }}: <kenny-untrusted [text]="finding.message" /></p>
        }
        @for (gap of found.unrecorded; track gap.seq) {
          <p>
            Row {{ gap.seq }} says that {{ gap.count }} rows were never written, from
            <kenny-untrusted [text]="gap.from" /> to <kenny-untrusted [text]="gap.to" />: nothing
            could hold them.
          </p>
        }
        @for (loss of found.losses; track loss.row) {
          <p>
            {{
              loss.to === null
                ? 'Rows from ' + loss.from + ' on'
                : 'Rows ' + loss.from + ' to ' + loss.to
            }}
            of before were lost with a set-back database;
            <kenny-untrusted [text]="loss.by" /> accepted that <kenny-time [at]="loss.at" /> (row
            {{ loss.row }}).
          </p>
        }
        @if (found.more) {
          <p>There are more.</p>
        }
        @if (open()) {
          <p class="dim">
            The entries are a hash chain. {{ found.proven_to }} are vouched for by a signed
            checkpoint, {{ found.unproven }} came after it.
          </p>
          @for (limit of found.limits; track $index) {
            <p class="dim">{{ limit }}</p>
          }
        }
      }
    </section>
  `,
  styles: `
    /* Beside the heading: one quiet line until somebody asks. */
    :host {
      flex: 1 1 auto;
      min-width: 0;
    }
    .line {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 2px 12px;
    }
    .line > :last-child {
      margin-left: auto;
    }
    p {
      margin: 6px 0 0;
      max-width: 90ch;
    }
    .good {
      color: var(--ok);
    }
    .bad {
      color: var(--crit);
    }
    @media (max-width: 760px) {
      /* Whether it holds, beside the button; the rest below. */
      .line > .dim,
      .line > [matButton='text'] {
        order: 1;
      }
      .line > .dim {
        flex-basis: 100%;
      }
    }
  `,
})
export class ChainCheck {
  private readonly api = inject(ApiClient);
  private readonly rounds = signal(0);
  protected readonly check = apiResource({
    params: () => this.rounds() || undefined,
    loader: () => this.api.verifyAudit(),
    subject: () => true,
  });
  protected readonly promise = PROMISE;
  protected readonly open = signal(false);

  protected verify(): void {
    this.rounds.update((count) => count + 1);
  }
}
