import { afterNextRender, Component, computed, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import type { BackupServer, BackupView, RestoreBackupBody } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { RestartWatch } from '../../core/http/restart-watch';
import { SessionEnd } from '../../core/http/session-end';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';

const KEY = 'AGE-SECRET-KEY-';

/** Puts a backup in place of the data of now, and waits until the server is back with it. */
@Component({
  selector: 'kenny-restore-backup',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  templateUrl: './restore-backup.html',
  styleUrl: '../../ui/form.css',
  styles: `
    :host {
      flex: 1 1 100%;
      min-width: 0;
    }
    form {
      display: grid;
      gap: 12px;
      padding: 6px 6px 8px 0;
    }
    p {
      margin: 0;
    }
  `,
})
export class RestoreBackup {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  private readonly sessionEnd = inject(SessionEnd);
  readonly backup = input.required<Pick<BackupView, 'name' | 'encrypted'>>();
  /** What people know it by. */
  readonly called = input.required<string>();
  readonly server = input.required<BackupServer>();
  readonly left = output();

  protected readonly secret = signal('');
  protected readonly restoring = new Mutation();
  private readonly watch = new RestartWatch(
    () => this.server().runs_as,
    () => {
      this.unchanged.set(true);
      this.sessionEnd.begin();
    },
  );
  protected readonly state = computed(() => {
    if (this.unchanged()) return 'unchanged';
    return this.watch.state() ?? (this.restoring.busy() ? 'checking' : 'asking');
  });
  protected readonly ready = computed(() => !this.backup().encrypted || this.secret() !== '');
  private readonly unchanged = signal(false);

  constructor() {
    // Without a key to type there is only the question.
    afterNextRender(() => {
      if (!this.backup().encrypted) void this.restore();
    });
  }

  protected submit(event: Event): void {
    event.preventDefault();
    if (this.ready() && !this.restoring.busy()) void this.restore();
  }

  private async restore(): Promise<void> {
    const { name } = this.backup();
    const sure = await this.askFirst.ask({
      title: 'Restore this backup?',
      name: this.called(),
      words:
        'Everything since this backup is lost: PCs, people, rules, settings and conversations. ' +
        `What is there now is kept in ${this.server().data_folder}, in a folder “before-restore-…”. ` +
        'kenny restarts, and everybody logs in again.',
      act: 'Restore',
      typed: 'restore',
    });
    if (!sure) {
      if (!this.backup().encrypted) this.left.emit();
      return;
    }
    await this.restoring.run(async () => {
      await this.api.restoreBackup(name, this.keys());
      this.sessionEnd.expectRestored();
      this.watch.begin();
    });
  }

  private keys(): RestoreBackupBody {
    const secret = this.secret().trim();
    if (secret === '') return {};
    return secret.startsWith(KEY) ? { key: secret } : { passphrase: secret };
  }
}
