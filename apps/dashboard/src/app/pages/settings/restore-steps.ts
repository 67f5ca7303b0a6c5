import { Component, computed, inject, input, linkedSignal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { BackupState, BackupView, RunKind } from '@kenny/contract/web';
import { PageClock } from '../../core/time/clock';
import { CopyButton } from '../../ui/copy-button';
import { keptAs, restoreSteps } from './restore-command';
import { RunKindChoice } from './run-kind-choice';

/** How one backup is restored: a server cannot put itself back while it works. */
@Component({
  selector: 'kenny-restore-steps',
  imports: [CopyButton, RouterLink, RunKindChoice],
  template: `
    @if (asks()) {
      <kenny-run-kind-choice [(kind)]="kind" />
    }
    @if (steps(); as steps) {
      <ol>
        @for (step of steps; track step.words) {
          <li>
            {{ step.words }}
            @if (step.line; as line) {
              <p class="command">
                <code class="line">{{ line }}</code>
                <kenny-copy [text]="line" what="the command" />
              </p>
            }
          </li>
        }
      </ol>
      <p class="dim">
        If a step fails, kenny starts again with what it had. Nothing is deleted: what is there now
        stays in <code>{{ kept() }}</code>. Every login ends, and requests that were waiting do not
        run.
        <a routerLink="/guides/backup" fragment="after-a-restore">What else is different then</a>
      </p>
    } @else {
      <p>
        This server {{ where() }}, so it takes several steps:
        <a routerLink="/guides/backup" [fragment]="chapter()">how to restore it</a>. The name of
        this backup: <code>{{ backup().name }}</code>
        <kenny-copy [text]="backup().name" what="the name" />
      </p>
    }
  `,
  styleUrls: ['./rows.css', './enrolling.css'],
  styles: `
    :host {
      flex: 1 1 100%;
      min-width: 0;
    }
    p {
      margin: 6px 0;
    }
    ol {
      display: grid;
      gap: 8px;
      margin: 4px 0;
      padding-left: 22px;
    }
  `,
})
export class RestoreSteps {
  readonly backup = input.required<Pick<BackupView, 'name' | 'encrypted'>>();
  readonly state = input.required<Pick<BackupState, 'folder' | 'server'>>();
  /** With PostgreSQL the way is the same however it was started. */
  protected readonly asks = computed(() => {
    const { runs_as, postgres } = this.state().server;
    return runs_as === null && !postgres;
  });
  /** As the server was told or can see, else as somebody says here. */
  protected readonly kind = linkedSignal<RunKind>(() => this.state().server.runs_as ?? 'npm-start');
  /** When it was opened: the lines must not change while somebody copies it. */
  private readonly now = inject(PageClock).now();
  protected readonly steps = computed(() =>
    restoreSteps(this.kind(), this.backup(), this.state(), this.now),
  );
  protected readonly kept = computed(() => keptAs(this.state().server, this.now));
  protected readonly where = computed(() =>
    this.kind() === 'container' ? 'runs in a container' : 'uses PostgreSQL',
  );
  protected readonly chapter = computed(() =>
    this.kind() === 'container' ? 'in-a-container' : 'postgresql',
  );
}
