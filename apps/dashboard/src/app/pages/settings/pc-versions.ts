import { Component, computed, inject, input, output, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { compareVersions, type FleetAgent, type ReleaseView } from '@kenny/contract/web';
import { firstFew, visibleText } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { newerRelease, newestReleases } from '../../core/fleet/newer-release';
import { UntrustedText } from '../../ui/untrusted-text';
import { UpdatePcs, type UpdateOffer } from './update-pcs';

/** How many PCs of one version are named at first. */
const NAMED = 6;

/** Which versions the PCs run, and one button to update those that are behind. */
@Component({
  selector: 'kenny-pc-versions',
  imports: [RouterLink, UntrustedText, UpdatePcs],
  templateUrl: './pc-versions.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
  styles: `
    :host {
      display: block;
    }
    .pc {
      margin-right: 1ch;
    }
    .summary,
    .besides {
      margin: 0 0 8px;
    }
    .summary {
      font-weight: 560;
    }
    .summary[data-mood='ok'] {
      color: var(--ok);
    }
    .summary[data-mood='open'] {
      color: var(--warn);
    }
  `,
})
export class PcVersions {
  readonly releases = input.required<readonly ReleaseView[]>();
  /** Undefined where the server did not say. */
  readonly own = input.required<string | undefined>();
  /** Known of, but not what this server is. */
  readonly newer = input<string | null>();
  /** The server looks for newer versions: without that, nobody knows that there is none. */
  readonly looks = input(false);
  readonly publish = output<void>();
  private readonly fleet = inject(FleetStore);
  private readonly newest = computed(() => newestReleases(this.releases()));
  protected readonly named = signal(NAMED);
  private readonly connected = computed(() => this.fleet.agents().filter(({ meta }) => meta));
  /** Newest first; PCs that never connected run none. */
  protected readonly versions = computed(() => {
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
  /** The list says more than the summary. */
  protected readonly apart = computed(() => this.versions().length > 1 || this.offers().length > 0);
  protected readonly offers = computed(() => {
    const newest = this.newest();
    return this.fleet.agents().flatMap((pc): UpdateOffer[] => {
      const release = newerRelease(newest, pc);
      return release ? [{ pc, release }] : [];
    });
  });
  private readonly older = computed(() => {
    const own = this.own();
    if (own === undefined) return 0;
    return this.connected().filter(
      ({ meta }) => (compareVersions(meta?.version ?? '', own) ?? 0) < 0,
    ).length;
  });
  /** PCs wait for a version that only the server has. */
  protected readonly unpublished = computed(() => this.offers().length === 0 && this.older() > 0);
  protected readonly mood = computed(() => {
    if (this.connected().length === 0) return null;
    const todo = this.offers().length > 0 || this.unpublished() || Boolean(this.newer());
    if (todo) return 'open';
    return this.looks() ? 'ok' : null;
  });
  /** Whether there is something to do. */
  protected readonly summary = computed(() => {
    const all = this.connected().length;
    const offers = this.offers();
    if (all === 0) return 'No PC has connected yet.';
    if (offers.length > 0) {
      const newer = new Set(offers.map(({ release }) => release.version));
      const to = newer.size === 1 ? ` to ${[...newer].join('')}` : '';
      return `${offers.length} of ${pcs(all)} can be updated${to}.`;
    }
    const own = this.own();
    const older = this.older();
    if (older > 0) return `${has(older)} an older version than this server, ${own}.`;
    const isSame = this.versions().every(({ version }) => version === own);
    if (!isSame) return `${pcs(all)}: nothing to update.`;
    const who = all === 1 ? 'Your PC has' : all === 2 ? 'Both PCs have' : `All ${all} PCs have`;
    const same = `${who} the same version as this server, ${own}.`;
    return this.newer() ? `${same} Update the server first.` : same;
  });
  /** Why the fleet has more PCs, or fewer that answer now. */
  protected readonly besides = computed(() => {
    const away = this.connected().filter(({ online }) => !online).length;
    const never = this.fleet.agents().length - this.connected().length;
    const words: string[] = [];
    if (away > 0) words.push(`${away} of them ${away === 1 ? 'is' : 'are'} offline now.`);
    if (never > 0) words.push(`${never} more ${never === 1 ? 'is' : 'are'} not connected yet.`);
    return this.connected().length === 0 ? '' : words.join(' ');
  });

  protected namesOf(agents: readonly FleetAgent[]): string {
    const names = agents.map(({ name }) => visibleText(name));
    return firstFew(names, this.named());
  }
}

const pcs = (count: number) => `${count} ${count === 1 ? 'PC' : 'PCs'}`;
const has = (count: number) => `${pcs(count)} ${count === 1 ? 'has' : 'have'}`;
