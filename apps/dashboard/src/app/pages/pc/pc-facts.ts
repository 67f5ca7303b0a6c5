import { computed, inject, linkedSignal, type Signal } from '@angular/core';
import {
  needsAttention,
  type CatalogSection,
  type FleetAgent,
  type ForecastView,
  type LimitView,
  type SectionHealth,
} from '@kenny/contract/web';
import {
  firedThresholds,
  limitName,
  movedThresholds,
  worstSectionFirst,
  type Remedy,
  type Threshold,
} from '@kenny/health/web';
import { isObject } from '@kenny/kernel';
import { CatalogStore } from '../../core/facts/catalog-store';
import { PROGRAMS, singleUpdate, updatesIn } from '../../core/facts/known-updates';
import { FleetStore } from '../../core/fleet/fleet-store';
import { newerRelease, newestReleases } from '../../core/fleet/newer-release';
import { whyNoUpdates } from '../../core/fleet/why-no-updates';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { checkTitle } from '../../core/words';
import { gaugesOf, type Gauge } from './pc-chart';
import { fixesHelping } from './tools/doable';

/** The fleet's version of a PC, to notice changes. */
interface Told {
  readonly id: string;
  readonly ready: boolean;
  readonly says: string;
}

/** Everything the server knows of one PC: pushed, and requested again when that changes. */
export class PcFacts {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly clock = inject(PageClock);
  readonly isAdmin = inject(Session).reaches('admin');

  /** As it is pushed: what the fleet knows of it. */
  private readonly live = computed(() => this.fleet.agent(this.id()));
  /** Counts pushed changes; the first push is not one. */
  private readonly revision = linkedSignal<Told, number>({
    source: () => {
      const live = this.live();
      const snoozes = live?.sections.map(({ name, snoozed }) => `${name} ${snoozed?.until}`);
      const says = `${live?.received_at} ${live?.overall} ${snoozes?.join()}`;
      return { id: this.id(), ready: this.fleet.ready(), says };
    },
    computation: (told, before) => {
      if (before?.source.id !== told.id) return 0;
      const changed = before.source.ready && before.source.says !== told.says;
      return before.value + (changed ? 1 : 0);
    },
  });
  /** Requested again after each report and each change of health. */
  private readonly question = computed(() => ({ id: this.id(), revision: this.revision() }), {
    equal: (a, b) => a.id === b.id && a.revision === b.revision,
  });
  private readonly whole = apiResource({
    params: this.question,
    loader: ({ id }) => this.api.agent(id),
    subject: () => this.id(),
  });
  /** It was in the fleet and is no longer: somebody has removed it. */
  private readonly wasThere = linkedSignal<
    { id: string; there: boolean },
    { id: string; there: boolean }
  >({
    source: () => ({ id: this.id(), there: this.live() !== undefined }),
    computation: (now, before) => ({
      id: now.id,
      there: now.there || (before?.value.id === now.id && before.value.there),
    }),
  });
  readonly removed = computed(
    () => this.fleet.ready() && this.wasThere().there && this.live() === undefined,
  );
  readonly pc = computed(() => {
    if (this.removed()) return undefined;
    const answer = this.whole.value();
    const known = answer?.agent_id === this.id() ? answer : undefined;
    const live = this.live();
    // What is pushed is the fleet's row, without what helpers wrote.
    return live && known ? { ...live, ...wordsIn(known) } : (live ?? known);
  });
  readonly error = computed(() => (this.removed() ? null : this.whole.error()));

  private readonly snapshot = apiResource({
    params: this.question,
    loader: ({ id }) => this.api.snapshot(id),
    subject: () => this.id(),
  });
  private readonly payloads = computed<Readonly<Record<string, unknown>>>(
    () => this.snapshot.value()?.snapshot ?? {},
  );
  /** Names of the sections that it sends. */
  readonly sent = computed(() => Object.keys(this.payloads()));
  readonly load = computed(() => this.payloads()['load']);
  readonly processes = computed(() => this.payloads()['processes']);
  readonly network = computed(() => this.payloads()['network']);
  private readonly store = inject(CatalogStore);
  private readonly asked = this.store.ask();
  /** Fixes of all checks and systems. */
  readonly remedies = this.store.remedies;
  readonly catalog = this.asked.value;
  readonly tools = computed(() => this.catalog()?.tools ?? []);
  /** Failure of facts or tools; the verdicts stay. */
  readonly partError = computed(() =>
    this.pc() ? (this.snapshot.error() ?? this.asked.error()) : null,
  );

  /** Optional: without it there is no forecast. */
  private readonly forecast = apiResource({
    params: this.question,
    loader: ({ id }) => this.api.forecast(id),
    subject: () => this.id(),
  });
  readonly forecasts = computed(() => this.forecast.value()?.items ?? []);
  /** Optional, and for admins only. */
  private readonly releases = apiResource({
    params: () => (this.isAdmin ? this.id() : undefined),
    loader: () => this.api.releases(),
  });
  readonly newer = computed(() => {
    const pc = this.pc();
    return pc && newerRelease(newestReleases(this.releases.value()?.items ?? []), pc);
  });
  /** Told to those who could do something about it. */
  readonly cannotUpdate = computed(() => {
    const pc = this.pc();
    return this.isAdmin && pc !== undefined && whyNoUpdates(pc) !== undefined;
  });
  readonly offerIsKnown = computed(() => !this.releases.busy());

  /** All that stands above the fold has been answered once. */
  readonly complete = linkedSignal<{ id: string; all: boolean }, boolean>({
    source: () => ({
      id: this.id(),
      all: [this.whole, this.snapshot, this.asked, this.forecast].every((one) => !one.busy()),
    }),
    computation: ({ id, all }, before) => all || (before?.source.id === id && before.value),
  });

  readonly sections = computed(() => this.whole.value()?.sections ?? this.pc()?.sections ?? []);
  readonly flagged = computed(() => [...this.inState('crit'), ...this.inState('warn')]);
  readonly unreadable = computed(() => this.inState('unknown'));
  readonly healthy = computed(() => this.inState('ok'));
  readonly snoozed = computed(() => this.sections().filter(({ snoozed }) => snoozed !== undefined));

  constructor(private readonly id: Signal<string>) {}

  definitionOf({ name }: SectionHealth): CatalogSection | undefined {
    return this.catalog()?.sections.find((one) => one.name === name);
  }

  titleOf(section: SectionHealth): string {
    return checkTitle(section.name);
  }

  forecastsOf(section: SectionHealth): ForecastView[] {
    const metrics = this.definitionOf(section)?.series.map(({ metric }) => metric) ?? [];
    return this.forecasts().filter(({ metric }) => metrics.includes(metric));
  }

  /** The limits by which it is judged here. */
  readonly thresholdsOf = (section: Pick<SectionHealth, 'name'>): readonly Threshold[] =>
    movedThresholds(this.store.thresholdsOf(section), this.limitsOf(section));

  /** Limits of the rule that an admin may move; where something is wrong, those that say so, or were moved. */
  movableOf(section: SectionHealth): Threshold[] {
    const movable = this.store.thresholdsOf(section).filter((one) => one.movable !== undefined);
    if (!needsAttention(section.status)) return movable;
    const fired = this.firedOf(section).map(limitName);
    return movable.filter((one) => fired.includes(limitName(one)) || this.limitOf(section, one));
  }

  /** The limits that say what is wrong. */
  firedOf(section: SectionHealth): readonly Threshold[] {
    const limits = this.thresholdsOf(section);
    return needsAttention(section.status)
      ? firedThresholds(limits, this.payloadOf(section), section.status, this.clock.now())
      : [];
  }

  /** What was moved here, if it was. */
  limitOf({ name }: SectionHealth, threshold: Threshold): LimitView | undefined {
    return this.limitsOf({ name }).find(({ field }) => field === limitName(threshold));
  }

  private limitsOf({ name }: Pick<SectionHealth, 'name'>): LimitView[] {
    return (this.pc()?.limits ?? []).filter(({ section }) => section === name);
  }

  /** Those against the limits that say what is wrong, of every system. */
  readonly helpingWith = (section: SectionHealth): readonly Remedy[] =>
    this.store.remediesAgainst(section, this.firedOf(section));

  /** Titles of the fixes that help with what is wrong now, the most urgent first. */
  readonly helping = computed(() => {
    const pc = this.pc();
    return pc ? fixesHelping([{ meta: pc.meta, sections: this.flagged() }], this.helpingWith) : [];
  });

  /** How one program alone is updated there; undefined where its system has no tool for that. */
  readonly singleUpdate = computed(() => {
    const pc = this.pc();
    return pc && singleUpdate(this.remedies(), this.tools(), pc);
  });

  /** Its numbers that are drawn over time. */
  gaugesOf(section: SectionHealth): Gauge[] {
    const definition = this.definitionOf(section);
    if (!definition) return [];
    const gauges = gaugesOf(definition, this.thresholdsOf(section), this.payloadOf(section));
    // What is judged first: a battery's health before its charge.
    return gauges.toSorted((a, b) => Number(b.zones.length > 0) - Number(a.zones.length > 0));
  }

  /** What it lists of programs that have an update; undefined of every other section. */
  updatesOf(section: SectionHealth): unknown {
    const payload = this.payloadOf(section);
    const packages = isObject(payload) ? payload[PROGRAMS] : undefined;
    return updatesIn(packages).length > 0 ? packages : undefined;
  }

  readonly payloadOf = ({ name }: Pick<SectionHealth, 'name'>): unknown => this.payloads()[name];

  reload(): void {
    for (const one of [this.whole, this.snapshot, this.asked]) one.reload();
  }

  private inState(state: SectionHealth['status']): SectionHealth[] {
    return this.sections()
      .filter(({ status, snoozed }) => status === state && snoozed === undefined)
      .sort(worstSectionFirst);
  }
}

function wordsIn(pc: FleetAgent): Partial<FleetAgent> {
  const { contact, notes, help_id, help_link, limits } = pc;
  return {
    ...(limits === undefined ? {} : { limits }),
    ...(contact === undefined ? {} : { contact }),
    ...(notes === undefined ? {} : { notes }),
    ...(help_id === undefined ? {} : { help_id }),
    ...(help_link === undefined ? {} : { help_link }),
  };
}
