import { Component, computed, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { BackupView } from '@kenny/contract/web';
import { CopyButton } from '../../ui/copy-button';

/** A new folder: what is there now stays until somebody has seen that the backup works. */
const FOLDER = '~/kenny-restored';

/** How one backup is restored, in lines to copy: a server cannot put itself back while it works. */
@Component({
  selector: 'kenny-restore-steps',
  imports: [CopyButton, RouterLink],
  template: `
    <p>
      In a terminal on the server, in kenny’s folder. Nothing is overwritten: it becomes a new
      folder beside the old one.
    </p>
    <ol>
      <li>Stop kenny: Ctrl+C where it runs, or its service.</li>
      @for (step of steps(); track step.what) {
        <li>
          {{ step.what }}
          <p class="command">
            <code class="line">{{ step.line }}</code>
            <kenny-copy [text]="step.line" what="the command" />
          </p>
        </li>
      }
    </ol>
    <p class="dim">
      Every login ends then, and requests that were waiting do not run.
      <a routerLink="/guides/backup" fragment="restore">What else to know</a>
    </p>
  `,
  styleUrls: ['./rows.css', './enrolling.css'],
  styles: `
    :host {
      flex: 1 1 100%;
      min-width: 0;
    }
    ol {
      display: grid;
      gap: 8px;
      margin: 8px 0;
      padding-left: 20px;
    }
    .command {
      margin-top: 4px;
    }
  `,
})
export class RestoreSteps {
  readonly backup = input.required<Pick<BackupView, 'name' | 'encrypted'>>();
  /** Where it lies on the server. */
  readonly folder = input.required<string>();
  protected readonly steps = computed(() => {
    const { name, encrypted } = this.backup();
    const file = `'${`${this.folder()}/${name}`.replaceAll("'", String.raw`'\''`)}'`;
    const key = encrypted ? ' --identity backup-key.txt' : '';
    return [
      {
        what: encrypted ? 'Restore it, with the key it is encrypted to:' : 'Restore it:',
        line: `npm run kenny -- backup restore ${file}${key} --to ${FOLDER}`,
      },
      {
        what: 'Start kenny with it, now and each time: without the first part it opens the old folder.',
        line: `KENNY_DATA_DIR=${FOLDER} npm start`,
      },
    ];
  });
}
