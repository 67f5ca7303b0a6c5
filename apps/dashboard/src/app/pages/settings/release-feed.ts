import { Component, computed, inject, input, linkedSignal, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { FEED_ADDRESS_LENGTH, GIT_FEED, type UpdatesView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { UntrustedText } from '../../ui/untrusted-text';

/** Where the server looks for newer versions (ADR 0102): few have such an address. */
@Component({
  selector: 'kenny-release-feed',
  imports: [ErrorNote, MatButton, MatFormField, MatInput, MatLabel, UntrustedText],
  providers: [FIELD_LOOK],
  templateUrl: './release-feed.html',
  styleUrls: ['../../ui/form.css', '../../ui/headed-rows.css'],
  styles: `
    p {
      margin: 0 0 8px;
      overflow-wrap: anywhere;
    }
    form {
      display: grid;
      gap: 12px;
      padding: 14px 16px;
    }
  `,
})
export class ReleaseFeed {
  readonly view = input.required<UpdatesView>();
  /** After a look there. */
  readonly changed = output<UpdatesView>();
  private readonly api = inject(ApiClient);
  protected readonly saving = new Mutation();
  /** The address of somebody who builds kenny. */
  protected readonly ofItsOwn = computed(() => {
    const { feed } = this.view();
    return feed === GIT_FEED ? null : feed;
  });
  protected readonly address = linkedSignal(() => this.ofItsOwn() ?? '');
  protected readonly longest = FEED_ADDRESS_LENGTH;
  /** The rest is the server's to judge. */
  protected readonly usable = computed(() => /^https:\/\/\S+$/.test(this.address().trim()));

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.usable() && !this.saving.busy()) await this.lookIn(this.address().trim());
  }

  /** @param feed - empty: nowhere */
  protected lookIn(feed: string): Promise<void> {
    return this.saving.run(async () => this.changed.emit(await this.api.lookForUpdates({ feed })));
  }
}
