import {
  afterRenderEffect,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Router, RouterLink } from '@angular/router';
import {
  OS_TITLES,
  OPERATING_SYSTEMS,
  PC_HEALTH_ORDER,
  type FleetAgent,
  type Os,
  type PcHealth,
} from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { fits, isHealth, needsAttention, type FleetFilter } from '../../core/fleet/fleet-filter';
import {
  heldOrder,
  inOrder,
  movedRows,
  sortNamed,
  type FleetSort,
} from '../../core/fleet/fleet-order';
import { FleetStore } from '../../core/fleet/fleet-store';
import { idsIn, tooMany } from '../../core/fleet/several';
import { newerRelease, newestReleases } from '../../core/fleet/newer-release';
import { returnToPlace } from '../../core/navigation/return-to-place';
import { partByPart } from '../../core/scheduling/scheduler';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { checkTitle, hasNeverConnected, HEALTH_WORDS, NOT_CONNECTED_YET } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { PageSearch } from '../../ui/page-search';
import { Toolbar, ToolbarItem } from '../../ui/toolbar';
import { FleetTable } from './fleet-table';

/** Filters in the address that a chip turns off. */
const FILTER_KEYS = ['health', 'os', 'agent', 'tag', 'check'] as const;
type FilterKey = (typeof FILTER_KEYS)[number];
const NO_FILTER = Object.fromEntries(FILTER_KEYS.map((key) => [key, null]));

/** A filter that is on or off; its key and value are those in the address. */
interface Chip {
  readonly key: FilterKey | 'all';
  readonly value: string;
  readonly words: string;
  readonly on: boolean;
}

interface Choice {
  readonly filter: FleetFilter;
  readonly onlyOutdated: boolean;
}

/** In the address: only PCs whose agent is older than the newest release for them. */
const OUTDATED = 'outdated';

/** How is everyone? One dense table, worst first; filters are in the URL. */
@Component({
  selector: 'kenny-fleet',
  imports: [ErrorNote, FleetTable, Icon, MatButton, PageSearch, RouterLink, Toolbar, ToolbarItem],
  templateUrl: './fleet.html',
  styleUrls: ['../../ui/chips.css', './fleet.css'],
})
export class Fleet {
  private readonly api = inject(ApiClient);
  private readonly store = inject(FleetStore);
  private readonly router = inject(Router);

  // From the query of the address.
  readonly q = input<string>();
  readonly health = input<string>();
  readonly os = input<string>();
  readonly tag = input<string>();
  readonly check = input<string>();
  readonly agent = input<string>();
  readonly sort = input<string>();
  /** PC IDs; there, though empty, while PCs are being selected. */
  readonly select = input<string>();
  /** The one to run on those that are selected, where somebody came from its form. */
  readonly tool = input<string>();

  protected readonly isAdmin = inject(Session).reaches('admin');
  /** Only admins may list releases; optional. */
  private readonly published = apiResource({
    params: () => this.isAdmin || undefined,
    loader: () => this.api.releases(),
  });
  private readonly newest = computed(() => newestReleases(this.published.value()?.items ?? []));
  private readonly outdated = computed<ReadonlySet<string>>(() => {
    const newest = this.newest();
    if (newest.size === 0) return new Set();
    const old = this.store.agents().filter((agent) => newerRelease(newest, agent));
    return new Set(old.map(({ agent_id }) => agent_id));
  });
  /** A filter that no chip shows would hide PCs without a word. */
  private readonly onlyOutdated = computed(
    () => this.agent() === OUTDATED && this.outdated().size > 0,
  );
  protected readonly ready = this.store.ready;
  protected readonly error = this.store.error;
  protected readonly size = this.store.size;

  protected readonly filter = computed<FleetFilter>(() => {
    const health = this.health();
    return {
      text: this.q() ?? '',
      health: isHealth(health) ? health : null,
      os: OPERATING_SYSTEMS.find((os) => os === this.os()) ?? null,
      tag: this.tag() ?? null,
      check: this.check() ?? null,
      sort: sortNamed(this.sort()),
    };
  });
  /** Those of which nothing is known have mostly never connected, which is said as everywhere. */
  private wordFor(health: PcHealth): string {
    const all = this.store.agents().filter(({ overall }) => overall === health);
    return health === 'unknown' && all.every(hasNeverConnected)
      ? NOT_CONNECTED_YET
      : HEALTH_WORDS[health];
  }

  protected readonly summary = computed(() => {
    const counts = this.store.counts();
    const parts = PC_HEALTH_ORDER.filter((health) => health !== 'ok' && counts[health] > 0).map(
      (health) => `${counts[health]} ${this.wordFor(health).toLowerCase()}`,
    );
    const size = this.size();
    return [`${size} ${size === 1 ? 'PC' : 'PCs'}`, ...parts].join(' · ');
  });
  protected readonly chips = computed<Chip[]>(() => {
    const { health, os, tag, check } = this.filter();
    const counts = this.store.counts();
    const agents = this.store.agents();
    const on = (system: Os) => agents.filter(({ meta }) => meta?.os === system).length;
    const chips: Chip[] = [
      ...PC_HEALTH_ORDER.filter((one) => counts[one] > 0).map((one) => ({
        ...({ key: 'health', value: one, on: one === health } as const),
        words: `${this.wordFor(one)} ${counts[one]}`,
      })),
      ...OPERATING_SYSTEMS.filter((one) => on(one) > 0).map((one) => ({
        ...({ key: 'os', value: one, on: one === os } as const),
        words: `${OS_TITLES[one]} ${on(one)}`,
      })),
      ...(check === null ? [] : [this.checkChip(check)]),
      ...(this.outdated().size === 0 ? [] : [this.outdatedChip()]),
      ...[...new Set(agents.flatMap(({ tags }) => tags))].sort().map((one) => ({
        ...({ key: 'tag', value: one, on: one === tag } as const),
        words: `#${one}`,
      })),
    ];
    const all = { key: 'all', value: '', words: `All ${this.size()}` } as const;
    return [{ ...all, on: !chips.some(({ on }) => on) }, ...chips];
  });

  /** What was chosen; another object as soon as something else is. */
  private readonly choice = computed<Choice>(() => ({
    filter: this.filter(),
    onlyOutdated: this.onlyOutdated(),
  }));
  private readonly wanted = computed(() =>
    inOrder(
      this.store
        .agents()
        .filter(
          (agent) =>
            fits(agent, this.filter()) &&
            (!this.onlyOutdated() || this.outdated().has(agent.agent_id)),
        ),
      this.filter().sort,
    ),
  );
  private readonly wantedIds = computed(() => this.wanted().map(({ agent_id }) => agent_id));
  /** Rows hold still while the pointer or focus is in the table. */
  protected readonly held = signal(false);
  private readonly order = linkedSignal<
    { ids: readonly string[]; held: boolean; choice: Choice },
    { ids: readonly string[]; choice: Choice }
  >({
    source: () => ({ ids: this.wantedIds(), held: this.held(), choice: this.choice() }),
    computation: ({ ids, held, choice }, previous) => {
      const sameChoice = previous?.value.choice === choice;
      return held && sameChoice
        ? { ids: heldOrder(previous.value.ids, ids), choice }
        : { ids, choice };
    },
  });
  protected readonly moved = computed(() => movedRows(this.order().ids, this.wantedIds()));
  /** Those shown that can answer a tool now. */
  protected readonly there = computed(() => this.rows().filter(({ online }) => online));
  protected readonly rows = computed(() => {
    const known = new Map(this.wanted().map((agent) => [agent.agent_id, agent]));
    return this.order().ids.flatMap((id): FleetAgent[] => {
      const agent = known.get(id);
      return agent ? [agent] : [];
    });
  });

  protected readonly mayRun = inject(Session).reaches('operator');
  private readonly selectedIds = computed(() => idsIn(this.select()));
  protected readonly selected = computed<ReadonlySet<string> | null>(() =>
    this.mayRun && this.select() !== undefined ? new Set(this.selectedIds()) : null,
  );
  /** Why it cannot be so many, until something else is chosen. */
  protected readonly refusal = linkedSignal<unknown, string | null>({
    source: () => ({ select: this.select(), choice: this.choice() }),
    computation: () => null,
  });

  /** The table comes after what stands above it. */
  protected readonly drawn = partByPart(
    () => 1,
    () => this.ready(),
  );

  private readonly chipRow = viewChild<ElementRef<HTMLElement>>('row');

  constructor() {
    returnToPlace(computed(() => this.drawn() > 0));
    afterRenderEffect(() => bringOnIntoView(this.chipRow()?.nativeElement));
  }

  protected showMoved(): void {
    this.order.set({ ids: this.wantedIds(), choice: this.choice() });
  }

  /** The same chip again takes the filter off. */
  protected toggle({ key, value, on }: Chip): void {
    this.choose(key === 'all' ? NO_FILTER : { [key]: on ? null : value });
  }

  protected sortBy(sort: FleetSort): void {
    this.choose({ sort: sort === 'worst' ? null : sort });
  }

  /** Typing replaces the history entry: one step back, not ten. */
  protected searchFor(text: string): void {
    this.choose({ q: text || null }, this.filter().text !== '');
  }

  protected showAll(): void {
    this.choose({ q: null, ...NO_FILTER });
  }

  protected choose(queryParams: Readonly<Record<string, string | null>>, replaceUrl = false): void {
    void this.router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl });
  }

  private checkChip(check: string): Chip {
    const count = this.store.agents().filter((agent) => needsAttention(agent, check)).length;
    const words = `${visibleText(checkTitle(check))} ${count}`;
    return { key: 'check', value: check, words, on: true };
  }

  private outdatedChip(): Chip {
    const words = `Agent outdated ${this.outdated().size}`;
    return { key: 'agent', value: OUTDATED, words, on: this.onlyOutdated() };
  }

  protected toggleSelected({ agent_id }: FleetAgent): void {
    if (!this.mayRun) return;
    const ids = this.selectedIds();
    const rest = ids.filter((id) => id !== agent_id);
    this.selectAll(rest.length < ids.length ? rest : [...ids, agent_id]);
  }

  protected selectShown(): void {
    this.selectAll([...new Set([...this.selectedIds(), ...this.wantedIds()])]);
  }

  protected beginSelecting(): void {
    this.choose({ select: '' }, true);
  }

  protected endSelecting(): void {
    this.choose({ select: null, tool: null }, true);
  }

  protected runOnSelected(): void {
    this.runOn(this.selectedIds());
  }

  protected runOnShown(): void {
    this.runOn(this.there().map(({ agent_id }) => agent_id));
  }

  private selectAll(ids: readonly string[]): void {
    const words = tooMany(ids.length);
    this.refusal.set(words);
    if (words === null) this.choose({ select: ids.join(',') }, true);
  }

  private runOn(ids: readonly string[]): void {
    const words = tooMany(ids.length);
    this.refusal.set(words);
    if (words !== null) return;
    const queryParams = { pc: ids.join(','), tool: this.tool() ?? null };
    void this.router.navigate(['/run'], { queryParams });
  }

  protected open(agent: FleetAgent): void {
    void this.router.navigate(['/fleet', agent.agent_id]);
  }
}

/** On a phone the row scrolls: a filter that is on when the page opens must not be out of sight. */
function bringOnIntoView(row: HTMLElement | undefined): void {
  const on = row?.querySelector<HTMLElement>('[aria-pressed="true"]');
  if (row && on) row.scrollLeft = on.offsetLeft - row.offsetLeft - row.clientWidth / 2;
}
