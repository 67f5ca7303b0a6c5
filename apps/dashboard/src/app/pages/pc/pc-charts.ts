import { Component, computed, input } from '@angular/core';
import {
  LATENCY,
  type CatalogSection,
  type CatalogView,
  type ForecastView,
} from '@kenny/contract/web';
import type { Threshold } from '@kenny/health/web';
import { sentenceCase } from '../../core/words';
import { zonesOf, type ChartZone } from '../../ui/chart/chart-model';
import { PcChart } from './pc-chart';
import { PcChanges } from './pc-changes';
import { rangeOf, TimeRange } from './time-range';

interface Drawn {
  readonly metric: string;
  readonly title: string;
  readonly zones: readonly ChartZone[];
}

/** Only gauges are charted; sizes and counts are in their section's facts. */
const GAUGES: ReadonlySet<string> = new Set<CatalogSection['series'][number]['unit']>(['%', '°C']);

/** Numbers over time, where they go, and what changed: all for the time in the address. */
@Component({
  selector: 'kenny-pc-charts',
  imports: [PcChanges, PcChart, TimeRange],
  template: `
    <div class="head">
      <h2>Over time</h2>
      <kenny-time-range [chosen]="span().id" />
    </div>
    <div class="charts">
      @for (chart of charts(); track chart.metric) {
        <kenny-pc-chart
          class="panel"
          [agentId]="agentId()"
          [metric]="chart.metric"
          [title]="chart.title"
          [zones]="chart.zones"
          [forecasts]="forecasts()"
          [from]="from()"
        />
      }
    </div>
    <h2>What changed</h2>
    <kenny-pc-changes [agentId]="agentId()" [sections]="catalog().sections" [from]="from()" />
  `,
  styles: `
    .head {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 4px 16px;
    }
    .charts {
      display: grid;
      gap: 10px;
      grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
    }
  `,
})
export class PcCharts {
  readonly agentId = input.required<string>();
  readonly catalog = input.required<CatalogView>();
  /** Names of the sections that this PC sends. */
  readonly sent = input.required<readonly string[]>();
  /** ISO 8601: when it sent the last of them. */
  readonly received = input<string | null>(null);
  readonly forecasts = input<readonly ForecastView[]>([]);
  /** From the query of the address. */
  readonly range = input<string>();

  protected readonly span = computed(() => rangeOf(this.range()));
  /** Moves with each report, not with each second. */
  protected readonly from = computed(() => {
    const received = this.received();
    const end = received === null ? Date.now() : Date.parse(received);
    return new Date(end - this.span().ms).toISOString();
  });
  protected readonly charts = computed<readonly Drawn[]>(() => {
    const { sections, thresholds } = this.catalog();
    const sent = new Set(this.sent());
    const own = sections.filter(({ name }) => sent.has(name));
    const gauges = own.flatMap((section) =>
      section.series
        .filter(({ unit }) => GAUGES.has(unit))
        .map(({ metric, path }, _, { length }) => ({
          metric,
          title: length === 1 ? section.title : sentenceCase(metric),
          zones: zonesOf((thresholds[section.name] ?? []) as readonly Threshold[], path),
        })),
    );
    return [...gauges, { metric: LATENCY.metric, title: sentenceCase(LATENCY.metric), zones: [] }];
  });
}
