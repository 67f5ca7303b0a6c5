import { Component, computed, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { FEED_ADDRESS_LENGTH, type UpdatesView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { NewerVersionNote } from './newer-version';

/** Which version runs here, whether there is a newer one, and where the server looks for it. */
@Component({
  selector: 'kenny-server-version',
  imports: [
    ErrorNote,
    MatButton,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    NewerVersionNote,
    RelativeTime,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './server-version.html',
  styleUrls: ['../../ui/form.css', '../../ui/headed-rows.css'],
  styles: `
    .box {
      display: grid;
      gap: 10px;
      padding: 14px 18px;
      margin-bottom: 14px;
    }
    .box p {
      margin: 0;
      overflow-wrap: anywhere;
    }
    .top {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 16px;
    }
    .what {
      display: grid;
      gap: 2px;
    }
    .good {
      color: var(--ok);
    }
    form {
      display: grid;
      gap: 12px;
    }
  `,
})
export class ServerVersion {
  readonly view = input.required<UpdatesView>();
  /** After a look. */
  readonly changed = output<UpdatesView>();
  private readonly api = inject(ApiClient);
  protected readonly look = new Mutation();
  protected readonly saving = new Mutation();
  protected readonly changing = signal(false);
  protected readonly address = signal('');
  protected readonly longest = FEED_ADDRESS_LENGTH;
  /** The rest is the server's to judge. */
  protected readonly usable = computed(() => /^https:\/\/\S+$/.test(this.address().trim()));

  protected check(): Promise<void> {
    return this.look.run(async () => this.changed.emit(await this.api.checkForUpdates()));
  }

  protected begin(): void {
    this.address.set(this.view().feed ?? '');
    this.saving.clear();
    this.changing.set(true);
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.usable() && !this.saving.busy()) await this.lookIn(this.address().trim());
  }

  /** @param feed - empty: nowhere */
  protected lookIn(feed: string): Promise<void> {
    return this.saving.run(async () => {
      const view = await this.api.lookForUpdates({ feed });
      this.look.clear();
      this.changing.set(false);
      this.changed.emit(view);
    });
  }
}
