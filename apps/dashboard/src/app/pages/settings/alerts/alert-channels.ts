import { Component, computed, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import {
  ALERT_CHANNELS,
  isForPeople,
  type AlertChannelList,
  type AlertChannelView,
} from '@kenny/contract/web';
import { ApiClient } from '../../../core/http/api-client';
import type { ApiResource } from '../../../core/http/api-resource';
import { Mutation } from '../../../core/http/mutation';
import { AskFirst } from '../../../ui/ask-first';
import { ErrorNote } from '../../../ui/error-note';
import { RelativeTime } from '../../../ui/relative-time';
import { ResourceStateNote } from '../../../ui/resource-state';
import { UntrustedText } from '../../../ui/untrusted-text';
import { ChannelForm, type StoredChannel } from './channel-form';

/** The server's ways out, for its admins. */
@Component({
  selector: 'kenny-alert-channels',
  imports: [ChannelForm, ErrorNote, MatButton, RelativeTime, ResourceStateNote, UntrustedText],
  template: `
    <section aria-labelledby="channels-title">
      <div class="head">
        <h2 id="channels-title">Mail and channels</h2>
        @if (!editing()) {
          <button type="button" matButton="outlined" (click)="editing.set('new')">
            Add channel
          </button>
        }
      </div>
      @if (removing.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      @if (editing(); as open) {
        <kenny-channel-form
          [channel]="open === 'new' ? null : open"
          (closed)="editing.set(null)"
          (stored)="changed($event)"
        />
      }
      @if (shown(); as list) {
        <ul class="panel rows" aria-label="Channels">
          @for (one of list; track one.id) {
            <li>
              <div class="what">
                <strong><kenny-untrusted [text]="one.name" /></strong>
                <span class="dim"> · {{ kinds[one.kind].label }}</span>
                @if (one.trouble; as trouble) {
                  <p class="bad"><kenny-untrusted [text]="trouble" /></p>
                } @else if (one.last_at; as at) {
                  <p class="dim">Worked <kenny-time [at]="at" /></p>
                }
              </div>
              <button type="button" matButton="text" (click)="editing.set(one)">
                Change<span class="unseen"> {{ one.name }}</span>
              </button>
              <button type="button" matButton="text" class="danger" (click)="remove(one)">
                Remove<span class="unseen"> {{ one.name }}</span>
              </button>
            </li>
          } @empty {
            <li>
              No channel yet. Add one to get alerts by mail, or in Telegram or another app on your
              phone.
            </li>
          }
        </ul>
      }
      <kenny-resource-state [of]="channels()" />
    </section>
  `,
  styleUrl: '../../../ui/headed-rows.css',
  styles: `
    kenny-channel-form {
      display: block;
      margin-bottom: 12px;
    }
    .bad {
      color: var(--crit);
    }
  `,
})
export class AlertChannels {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  readonly channels = input.required<ApiResource<AlertChannelList>>();
  /** Whoever adds one wants to use it. */
  readonly added = output<StoredChannel>();
  protected readonly kinds = ALERT_CHANNELS;
  protected readonly editing = signal<AlertChannelView | 'new' | null>(null);
  /** Where one is being added, nobody has to be told to. */
  protected readonly shown = computed(() => {
    const items = this.channels().value()?.items;
    return items?.length === 0 && this.editing() ? undefined : items;
  });
  protected readonly removing = new Mutation();

  protected changed(stored: StoredChannel): void {
    if (this.editing() === 'new' && isForPeople(stored.channel.kind)) this.added.emit(stored);
    this.editing.set(null);
    this.channels().reload();
  }

  protected async remove({ id, name }: AlertChannelView): Promise<void> {
    const sure = await this.askFirst.ask({
      ...{ title: 'Remove this channel?', name, act: 'Remove channel' },
      words: 'No more alerts go through it. Those still waiting are not sent.',
    });
    if (!sure) return;
    await this.removing.run(async () => {
      await this.api.removeAlertChannel(id);
      this.channels().reload();
    });
  }
}
