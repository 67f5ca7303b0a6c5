import { Component, inject, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { UpdatesView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { NewerVersionNote } from './newer-version';

/** Which version runs here, and whether there is a newer one. */
@Component({
  selector: 'kenny-server-version',
  imports: [ErrorNote, MatButton, NewerVersionNote, RelativeTime, UntrustedText],
  templateUrl: './server-version.html',
  styleUrl: '../../ui/form.css',
  styles: `
    :host {
      display: grid;
      gap: 10px;
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
    }
    .top {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 8px 16px;
    }
    .what {
      display: grid;
      gap: 2px;
    }
    .good {
      color: var(--ok);
    }
  `,
})
export class ServerVersion {
  readonly view = input.required<UpdatesView>();
  /** After a look. */
  readonly changed = output<UpdatesView>();
  private readonly api = inject(ApiClient);
  protected readonly look = new Mutation();

  protected check(): Promise<void> {
    return this.look.run(async () => this.changed.emit(await this.api.checkForUpdates()));
  }
}
