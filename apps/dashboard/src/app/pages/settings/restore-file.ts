import { Component, DestroyRef, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { UPLOADED_BACKUP, type BackupServer } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { RestoreBackup } from './restore-backup';

/** A backup of this computer's disk, or of another server: it is sent, then restored as any other. */
@Component({
  selector: 'kenny-restore-file',
  imports: [ErrorNote, MatButton, RestoreBackup],
  template: `
    <button type="button" matButton="outlined" [disabled]="sending.busy()" (click)="file.click()">
      Restore from a file…
    </button>
    <input
      #file
      hidden
      type="file"
      accept=".gz,.age"
      aria-label="Backup to restore"
      (change)="send(file)"
    />
    @if (sending.busy()) {
      <p role="status">
        <progress [max]="size()" [value]="sent()" aria-label="Sent"></progress>
        {{ sent() < size() ? told() : 'Checking it…' }}
        <button type="button" matButton="text" (click)="stop()">Stop</button>
      </p>
    }
    @if (stopped()) {
      <p class="dim" role="status">Stopped.</p>
    } @else if (sending.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    @if (arrived(); as one) {
      <kenny-restore-backup
        [backup]="one"
        [called]="one.called"
        [server]="server()"
        (left)="arrived.set(null)"
      />
    }
  `,
  styles: `
    :host {
      display: block;
      margin: 10px 0;
    }
    p {
      margin: 6px 0;
    }
    progress {
      width: min(240px, 50%);
      accent-color: var(--accent);
    }
  `,
})
export class RestoreFile {
  private readonly api = inject(ApiClient);
  readonly server = input.required<BackupServer>();
  protected readonly sending = new Mutation();
  protected readonly size = signal(0);
  protected readonly sent = signal(0);
  protected readonly stopped = signal(false);
  protected readonly arrived = signal<{
    readonly name: string;
    readonly called: string;
    readonly encrypted: boolean;
  } | null>(null);
  protected readonly told = () =>
    `${quantity(this.sent(), 'bytes')} of ${quantity(this.size(), 'bytes')}`;
  private stopper = new AbortController();

  constructor() {
    inject(DestroyRef).onDestroy(() => this.stopper.abort());
  }

  protected async send(field: HTMLInputElement): Promise<void> {
    const [file] = field.files ?? [];
    // The same file can be chosen again.
    field.value = '';
    if (!file) return;
    this.arrived.set(null);
    this.stopped.set(false);
    this.size.set(file.size);
    this.sent.set(0);
    this.stopper = new AbortController();
    await this.sending.run(async () => {
      const told = (bytes: number) => this.sent.set(Math.min(bytes, file.size));
      const { encrypted } = await this.api.uploadBackup(file, told, this.stopper.signal);
      this.arrived.set({ name: UPLOADED_BACKUP, called: file.name, encrypted });
    });
  }

  protected stop(): void {
    this.stopped.set(true);
    this.stopper.abort();
  }
}
