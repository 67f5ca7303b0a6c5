import { Component, computed, inject, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { GIT_FEED, type UpdatesView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { NewerVersionNote } from './newer-version';
import { comesFromSource, UpdateKenny } from './update-kenny';

/** Which version runs here, and whether there is a newer one. */
@Component({
  selector: 'kenny-server-version',
  imports: [ErrorNote, MatButton, NewerVersionNote, RelativeTime, UntrustedText, UpdateKenny],
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
    .daily {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
    }
  `,
})
export class ServerVersion {
  readonly view = input.required<UpdatesView>();
  /** After a look. */
  readonly changed = output<UpdatesView>();
  /** What runs is not what has shown this page. */
  readonly updated = output();
  private readonly api = inject(ApiClient);
  protected readonly look = new Mutation();
  protected readonly setting = new Mutation();
  protected readonly byButton = computed(() => comesFromSource(this.view()));
  protected readonly daily = computed(() => this.view().feed === GIT_FEED);
  /** Somewhere, be it only when somebody asks. */
  protected readonly looks = computed(
    () => this.view().feed !== null || this.view().source !== null,
  );

  protected lookDaily(daily: boolean): Promise<void> {
    const feed = daily ? GIT_FEED : '';
    return this.setting.run(async () => this.changed.emit(await this.api.lookForUpdates({ feed })));
  }

  protected check(): Promise<void> {
    return this.look.run(async () => this.changed.emit(await this.api.checkForUpdates()));
  }
}
