import {
  Component,
  computed,
  effect,
  inject,
  input,
  linkedSignal,
  output,
  untracked,
} from '@angular/core';
import {
  valuesIn,
  type CatalogSection,
  type ForecastView,
  type SeriesUnit,
} from '@kenny/contract/web';
import type { Threshold } from '@kenny/health/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Chart } from '../../ui/chart/chart';
import { sentenceCase } from '../../core/words';
import { chartOf, isEmpty, zonesOf, type ChartZone } from '../../ui/chart/chart-model';
import { presentWords } from '../../ui/chart/chart-words';
import { ResourceStateNote } from '../../ui/resource-state';
import { ChosenSpan } from './chosen-span';

/** A number of a section that is drawn over time. */
export interface Gauge {
  readonly metric: string;
  readonly title: string;
  readonly zones: readonly ChartZone[];
  /** As the PC last reported it, by line. */
  readonly measured: ReadonlyMap<string, number>;
}

/** Only gauges and rates are charted; sizes and counts are in their section's facts. */
const GAUGES: ReadonlySet<string> = new Set<SeriesUnit>(['%', '°C', 'bytes/s']);

/** @param payload - what the PC last sent of it */
export function gaugesOf(
  section: CatalogSection,
  thresholds: readonly Threshold[],
  payload: unknown,
): Gauge[] {
  const drawn = section.series.filter(({ unit }) => GAUGES.has(unit));
  return drawn
    .filter(({ metric }, index) => drawn.findIndex((one) => one.metric === metric) === index)
    .map(({ metric, path }, _, { length }) => ({
      ...{ metric, title: length === 1 ? section.title : sentenceCase(metric) },
      zones: zonesOf(thresholds, path),
      measured: new Map(
        drawn
          .filter((one) => one.metric === metric)
          .flatMap((one) => valuesIn(payload, one))
          .map(({ key, value }): [string, number] => [key, value])
          // Of two with one name the server keeps the first.
          .reverse(),
      ),
    }));
}

/** One number of a PC over time, with the limits that its rule has for it. */
@Component({
  selector: 'kenny-pc-chart',
  imports: [Chart, ResourceStateNote],
  template: `
    <h3>
      {{ title() }}
      @if (elsewhere()) {
        <span class="dim afresh" role="status">Loading…</span>
      } @else if (present(); as words) {
        <span class="dim" [textContent]="words"></span>
      } @else if (empty()) {
        <span class="dim">no data in this time range</span>
      }
    </h3>
    @if (model(); as model) {
      @if (!empty()) {
        <kenny-chart
          [title]="title()"
          [model]="model"
          [selectable]="true"
          [span]="chosen.span()"
          (spanChange)="chosen.choose($event)"
        />
      }
    }
    <kenny-resource-state [of]="series" />
  `,
  styles: `
    :host {
      display: block;
      padding: 8px 16px 12px;
      min-width: 0;
      /* As high as one with its drawing, so that nothing under it moves when it comes. */
      min-height: 356px;
    }
    @media (max-width: 560px) {
      :host {
        min-height: 304px;
      }
    }
    /* A line, behind those that have a drawing. */
    :host(.no-data) {
      align-self: start;
      min-height: 0;
      border-color: transparent;
      background: none;
    }
    :host(.behind) {
      order: 1;
    }
    h3 {
      font-size: 13px;
      margin: 0 0 4px;
      overflow-wrap: anywhere;
    }
    h3 .dim {
      font-weight: 400;
    }
  `,
  host: { '[class.no-data]': 'empty()', '[class.behind]': 'behind()' },
})
export class PcChart {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  protected readonly chosen = inject(ChosenSpan);
  readonly agentId = input.required<string>();
  readonly metric = input.required<string>();
  readonly title = input.required<string>();
  readonly zones = input<readonly ChartZone[]>([]);
  readonly measured = input<ReadonlyMap<string, number>>(new Map());
  readonly forecasts = input<readonly ForecastView[]>([]);
  /** ISO 8601: since when. */
  readonly from = input.required<string>();
  /** As which range that time was chosen. */
  readonly range = input<string>();

  /** The one before stays until the next has come: every snapshot moves the time a little. */
  protected readonly series = apiResource({
    params: () => ({ id: this.agentId(), metric: this.metric(), from: this.from() }),
    loader: ({ id, metric, from }) => this.api.series(id, { metric, from }),
    subject: () => `${this.agentId()} ${this.metric()}`,
  });
  private readonly drawn = linkedSignal({
    source: () => this.series.value(),
    computation: () => untracked(this.range),
  });
  /** Another range was chosen, and what is drawn is still the one before. */
  protected readonly elsewhere = computed(() => {
    // Read each time: it notes the range of an answer when that comes.
    const of = this.drawn();
    return this.series.busy() && this.series.ready() && of !== this.range();
  });
  private readonly last = computed(() => {
    const at = this.fleet.agent(this.agentId())?.received_at;
    return at ? { at: Date.parse(at), values: this.measured() } : undefined;
  });
  protected readonly model = computed(() => {
    const series = this.series.value();
    return series ? chartOf(series, this.zones(), this.forecasts(), this.last()) : null;
  });
  protected readonly empty = computed(() => {
    const model = this.model();
    return model !== null && isEmpty(model);
  });
  /** It stays there when its first numbers come: nothing that is being read moves. */
  protected readonly behind = linkedSignal<{ of: string; empty: boolean }, boolean>({
    source: () => ({ of: `${this.agentId()} ${this.metric()}`, empty: this.empty() }),
    computation: ({ of, empty }, before) => empty || (before?.source.of === of && before.value),
  });
  /** For who tells of several in one line. */
  readonly isEmpty = output<boolean>();

  constructor() {
    effect(() => this.isEmpty.emit(this.empty()));
  }

  /** Beside the title: how it is now, and between what it was. */
  protected readonly present = computed(() => {
    const model = this.model();
    return model ? presentWords(model, this.fleet.agent(this.agentId())?.online) : '';
  });
}
