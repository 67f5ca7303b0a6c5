import { Component, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { OS_TITLES, type ReleaseView } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { AskFirst } from '../../ui/ask-first';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { PublishRelease } from './publish-release';

/** Agent releases that this server offers, and who published them. */
@Component({
  selector: 'kenny-releases',
  imports: [
    CopyButton,
    ErrorNote,
    Icon,
    MatButton,
    PublishRelease,
    RelativeTime,
    ResourceStateNote,
    UntrustedText,
  ],
  templateUrl: './releases.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
})
export class Releases {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  protected readonly list = apiResource({ loader: () => this.api.releases() });
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly publishing = signal(false);
  protected readonly osWords = OS_TITLES;
  protected readonly quantity = quantity;

  protected published(): void {
    this.publishing.set(false);
    this.list.reload();
  }

  protected async withdraw({ name, version }: ReleaseView): Promise<void> {
    const sure = await this.askFirst.ask({
      title: 'Withdraw this release?',
      name,
      words:
        'PCs can no longer download it; those that have it keep it. Its version cannot be used again: ' +
        'the next release needs a higher one.',
      act: `Withdraw ${version}`,
    });
    if (!sure) return;
    await this.mutation.run(async () => {
      await this.api.withdrawRelease(name);
      this.list.reload();
    });
  }
}
