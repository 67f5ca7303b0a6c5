import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { BackupState, BackupView } from '@kenny/contract/web';
import { PageClock } from '../../core/time/clock';
import { CopyButton } from '../../ui/copy-button';
import { isByHand, keptAs, restoreCommand } from './restore-command';

/** How one backup is restored: a server cannot put itself back while it works. */
@Component({
  selector: 'kenny-restore-steps',
  imports: [CopyButton, RouterLink],
  template: `
    @if (line(); as line) {
      @if (isByHand(state().server)) {
        <p>Stop kenny with Ctrl+C. Then type this in the same terminal, in kenny’s folder:</p>
      } @else {
        <p>Type this in a terminal on the server:</p>
      }
      <p class="command">
        <code class="line">{{ line }}</code>
        <kenny-copy [text]="line" what="the command" />
      </p>
      <p class="dim">
        It stops at the first step that fails. Nothing is deleted: what is there now stays in
        <code>{{ kept() }}</code>. Every login ends, and requests that were waiting do not run.
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
  `,
})
export class RestoreSteps {
  readonly backup = input.required<Pick<BackupView, 'name' | 'encrypted'>>();
  readonly state = input.required<Pick<BackupState, 'folder' | 'server'>>();
  protected readonly isByHand = isByHand;
  /** When it was opened: the line must not change while somebody copies it. */
  private readonly now = inject(PageClock).now();
  protected readonly line = computed(() => restoreCommand(this.backup(), this.state(), this.now));
  protected readonly kept = computed(() => keptAs(this.state().server, this.now));
  protected readonly where = computed(() =>
    this.state().server.runs_as === 'container' ? 'runs in a container' : 'uses PostgreSQL',
  );
  protected readonly chapter = computed(() =>
    this.state().server.runs_as === 'container' ? 'in-a-container' : 'postgresql',
  );
}
