import { Component, computed, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { compareVersions, OS_TITLES, type FleetAgent, type ReleaseView } from '@kenny/contract/web';
import { firstFew, visibleText } from '@kenny/kernel';
import { quantity } from '../../core/facts/quantity';
import { FleetStore } from '../../core/fleet/fleet-store';
import { newerRelease, newestReleases } from '../../core/fleet/newer-release';
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
import { NewerVersionNote } from './newer-version';
import { PublishRelease } from './publish-release';
import { UpdatePcs, type UpdateOffer } from './update-pcs';

/** How many PCs of one version are named at first. */
const NAMED = 6;

/** The versions that the server and the PCs run, one button to update, and how one is published. */
@Component({
  selector: 'kenny-releases',
  imports: [
    CopyButton,
    ErrorNote,
    Icon,
    MatButton,
    NewerVersionNote,
    PublishRelease,
    RelativeTime,
    ResourceStateNote,
    RouterLink,
    UntrustedText,
    UpdatePcs,
  ],
  templateUrl: './releases.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
  styles: `
    :host {
      display: block;
    }
    .pc {
      margin-right: 1ch;
    }
    .summary {
      margin: 0 0 8px;
      font-weight: 560;
    }
    .summary[data-mood='ok'] {
      color: var(--ok);
    }
    .summary[data-mood='open'] {
      color: var(--warn);
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
  protected readonly list = apiResource({ loader: () => this.api.releases() });
  protected readonly server = apiResource({ loader: () => this.api.server() });
  protected readonly fleet = inject(FleetStore);
  private readonly newest = computed(() => newestReleases(this.list.value()?.items ?? []));
  protected readonly named = signal(NAMED);
  /** Newest first; PCs that never connected run none. Undefined until what is newer is known, too. */
  protected readonly versions = computed(() => {
    const known = [this.list, this.server].every((one) => one.ready() || one.error() !== null);
    if (!this.fleet.ready() || !known) return undefined;
    const newest = this.newest();
    const running = new Map<string, FleetAgent[]>();
    for (const agent of this.fleet.agents()) {
      if (!agent.meta) continue;
      const { version } = agent.meta;
      running.set(version, [...(running.get(version) ?? []), agent]);
    }
    return [...running]
      .map(([version, pcs]) => ({
        ...{ version, pcs },
        behind: pcs.filter((pc) => newerRelease(newest, pc)),
        others: pcs.filter((pc) => !newerRelease(newest, pc)),
      }))
      .sort((a, b) => compareVersions(b.version, a.version) ?? 0);
  });
  protected readonly offers = computed(() => {
    if (!this.versions()) return [];
    const newest = this.newest();
    return this.fleet.agents().flatMap((pc): UpdateOffer[] => {
      const release = newerRelease(newest, pc);
      return release ? [{ pc, release }] : [];
    });
  });
  /** Those that the fleet counts, and this page cannot. */
  private readonly notYet = computed(() => {
    const absent = this.fleet.agents().filter(({ meta }) => !meta).length;
    return absent === 0 ? '' : ` ${absent === 1 ? 'One is' : `${absent} are`} not connected yet.`;
  });
  /** Whether there is something to do; empty without PCs. */
  protected readonly summary = computed(() => {
    const versions = this.versions() ?? [];
    const all = count(versions.map(({ pcs }) => pcs));
    const offers = this.offers();
    const behind = offers.length;
    if (all === 0) return '';
    if (behind > 0) {
      const newer = new Set(offers.map(({ release }) => release.version));
      const to = newer.size === 1 ? ` to ${[...newer].join('')}` : '';
      return `${behind} of ${all} ${all === 1 ? 'PC' : 'PCs'} can be updated${to}.`;
    }
    const own = this.server.value()?.version;
    const older = count(versions.filter((one) => isOlder(one.version, own)).map(({ pcs }) => pcs));
    if (older > 0) {
      const [who, they] = older === 1 ? ['1 PC runs', 'It'] : [`${older} PCs run`, 'They'];
      return (
        `${who} an older kenny than this server, ${own}. ` +
        `${they} can be updated once that version is published.`
      );
    }
    const away = count(versions.map(({ pcs }) => pcs.filter(({ online }) => !online)));
    const but =
      away === 0
        ? ''
        : `. ${away === 1 ? 'One is' : `${away} are`} offline, and counted as last seen`;
    const who = all === 1 ? 'Your PC' : `All ${all} PCs`;
    const told = `${but}.${this.notYet()}`;
    if (versions.some(({ version }) => version !== own)) {
      return `${who} ${all === 1 ? 'is' : 'are'} up to date${told}`;
    }
    return `${who} ${all === 1 ? 'has' : 'have'} the same kenny as this server, ${own}${told}`;
  });
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly publishing = signal(false);
  protected readonly osWords = OS_TITLES;
  protected readonly quantity = quantity;

  protected namesOf(pcs: readonly FleetAgent[]): string {
    const names = pcs.map(({ name }) => visibleText(name));
    return firstFew(names, this.named());
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

function count(groups: readonly (readonly FleetAgent[])[]): number {
  return groups.reduce((sum, pcs) => sum + pcs.length, 0);
}

function isOlder(version: string, own: string | undefined): boolean {
  return own !== undefined && (compareVersions(version, own) ?? 0) < 0;
}
