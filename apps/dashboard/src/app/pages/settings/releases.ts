import { Component, computed, DOCUMENT, inject, linkedSignal, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { OS_TITLES, type ReleaseView } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { FleetStore } from '../../core/fleet/fleet-store';
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
import { PcVersions } from './pc-versions';
import { PublishRelease } from './publish-release';
import { ReleaseFeed } from './release-feed';
import { ServerVersion } from './server-version';
import { comesFromSource } from './update-kenny';
import { UpgradeSteps } from './upgrade-steps';

/** What the server and the PCs run, what is newer, how to get it, and how one is published. */
@Component({
  selector: 'kenny-releases',
  imports: [
    CopyButton,
    ErrorNote,
    Icon,
    MatButton,
    PcVersions,
    PublishRelease,
    RelativeTime,
    ReleaseFeed,
    ResourceStateNote,
    RouterLink,
    ServerVersion,
    UntrustedText,
    UpgradeSteps,
  ],
  templateUrl: './releases.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
  styles: `
    :host {
      display: block;
    }
    .server {
      display: grid;
      gap: 12px;
      padding: 14px 18px;
      margin-bottom: 14px;
    }
    .fold h2 {
      margin: 14px 0 6px;
    }
  `,
  host: { class: 'in-order' },
})
export class Releases {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  protected readonly page = inject(DOCUMENT);
  protected readonly byButton = comesFromSource;
  protected readonly list = apiResource({ loader: () => this.api.releases() });
  protected readonly updates = apiResource({ loader: () => this.api.updates() });
  /** As it was loaded, or as the last look left it. */
  protected readonly view = linkedSignal(() => this.updates.value());
  protected readonly looked = computed(() => {
    const view = this.view();
    return view !== undefined && view.looked_at !== null && view.trouble === null;
  });
  protected readonly fleet = inject(FleetStore);
  /** What is newer is known, too, as far as it can be. */
  protected readonly known = computed(
    () =>
      this.fleet.ready() &&
      [this.list, this.updates].every((one) => one.ready() || one.error() !== null),
  );
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly publishing = signal(false);
  protected readonly osWords = OS_TITLES;
  protected readonly quantity = quantity;

  protected showFold(fold: HTMLDetailsElement): void {
    fold.open = true;
    fold.querySelector('summary')?.focus();
  }

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
