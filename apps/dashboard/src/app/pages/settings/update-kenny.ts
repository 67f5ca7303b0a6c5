import { Component, inject, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { GIT_FEED, type UpdatesView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { RestartWatch, UPDATING_MS } from '../../core/http/restart-watch';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';

/** Whether what is newer is where this kenny came from: a feed of its own names something else. */
export const comesFromSource = ({ source, feed }: UpdatesView): boolean =>
  source !== null && (feed === null || feed === GIT_FEED);

/** Brings the newer kenny here, and waits until it runs (ADR 0110). */
@Component({
  selector: 'kenny-update-kenny',
  imports: [ErrorNote, MatButton],
  template: `
    @if (watch.state(); as state) {
      <p role="status">
        @if (state === 'away') {
          <strong>kenny is not back yet.</strong> On its computer, look at what it says: in the
          terminal in which it runs, or with <code>journalctl -u kenny</code>.
        } @else {
          <strong>kenny is being updated.</strong> This takes a few minutes. This page comes back by
          itself.
        }
      </p>
    } @else {
      <button type="button" matButton="filled" [disabled]="starting.busy()" (click)="update()">
        {{ starting.busy() ? 'Starting…' : 'Update kenny…' }}
      </button>
      @if (starting.error(); as fault) {
        <kenny-error [error]="fault" />
      }
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 8px;
      justify-items: start;
    }
    p {
      margin: 0;
    }
  `,
})
export class UpdateKenny {
  readonly view = input.required<UpdatesView>();
  /** The newer kenny runs, or the one of before again. */
  readonly done = output();
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  protected readonly starting = new Mutation();
  protected readonly watch = new RestartWatch(
    () => this.view().runs_as,
    () => this.done.emit(),
    UPDATING_MS,
  );

  protected async update(): Promise<void> {
    const sure = await this.askFirst.ask({
      title: 'Update kenny?',
      name: this.view().newer?.version ?? '',
      words:
        'kenny ends, gets the newer version, and starts again with the same data. This takes a few ' +
        'minutes. Meanwhile your PCs go on working, but kenny hears nothing from them. If the newer ' +
        'version cannot be installed, kenny goes back to this one.',
      act: 'Update',
      losesNothing: true,
    });
    if (!sure) return;
    await this.starting.run(async () => {
      await this.api.installUpdate();
      this.watch.begin();
    });
  }
}
