import { Component, computed, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { BACKUP_PASSPHRASE, type BackupView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Mutation } from '../../core/http/mutation';
import { saveAs } from '../../core/http/save-as';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';

/** A copy of one backup for the disk of whoever is at the browser. */
@Component({
  selector: 'kenny-download-backup',
  imports: [
    ErrorNote,
    MatButton,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatRadioButton,
    MatRadioGroup,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './download-backup.html',
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
    .open {
      padding: 8px 12px;
      border-radius: var(--r);
      background: var(--warn-bg);
    }
  `,
})
export class DownloadBackup {
  private readonly api = inject(ApiClient);
  readonly backup = input.required<Pick<BackupView, 'name' | 'encrypted'>>();
  /** The browser has begun to save it. */
  readonly begun = output();
  readonly left = output();

  protected readonly lengths = BACKUP_PASSPHRASE;
  /** What leaves the server is closed until somebody says otherwise. */
  protected readonly sealed = signal(true);
  protected readonly passphrase = signal('');
  protected readonly again = signal('');
  protected readonly ordering = new Mutation();
  protected readonly differs = computed(() => {
    const [first, second] = [this.passphrase(), this.again()];
    return second !== '' && !first.startsWith(second);
  });
  protected readonly ready = computed(() => {
    if (!this.asks()) return true;
    const first = this.passphrase();
    return first.trim().length >= BACKUP_PASSPHRASE.min && first === this.again();
  });
  private readonly asks = computed(() => !this.backup().encrypted && this.sealed());

  protected async download(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.ready() || this.ordering.busy()) return;
    await this.ordering.run(async () => {
      const body = this.asks() ? { passphrase: this.passphrase().trim() } : {};
      const { path, name } = await this.api.orderBackup(this.backup().name, body);
      // Of a download that fails the browser tells the page nothing.
      if (!(await this.api.canFetch(path))) throw notBegun();
      saveAs(path, name);
      this.begun.emit();
    });
  }
}

const notBegun = (): ApiError =>
  new ApiError(
    'conflict',
    'The download did not begin. Wait until your other downloads are done, then press Download again.',
    null,
  );
