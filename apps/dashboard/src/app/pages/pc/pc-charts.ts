import { Component, computed, input } from '@angular/core';
import {
  LATENCY,
  type CatalogSection,
  type CatalogView,
  type ForecastView,
} from '@kenny/contract/web';
import type { Threshold } from '@kenny/health/web';
import { sentenceCase } from '../../core/words';
import { gaugesOf, PcChart, type Gauge } from './pc-chart';

/** Numbers over time, and where they go. */
@Component({
  selector: 'kenny-pc-charts',
  imports: [PcChart],
  template: `
    <div class="charts in-order">
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
  `,
  styles: `
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
  /** The limits by which a section is judged on this PC. */
  readonly thresholdsOf = input.required<(section: CatalogSection) => readonly Threshold[]>();
  /** Names of the sections that this PC sends. */
  readonly sent = input.required<readonly string[]>();
  readonly forecasts = input<readonly ForecastView[]>([]);
  /** ISO 8601: since when. */
  readonly from = input.required<string>();

  protected readonly charts = computed<readonly Gauge[]>(() => {
    const { sections } = this.catalog();
    const sent = new Set(this.sent());
    const own = sections.filter(({ name }) => sent.has(name));
    const gauges = own.flatMap((section) => gaugesOf(section, this.thresholdsOf()(section)));
    return [...gauges, { metric: LATENCY.metric, title: sentenceCase(LATENCY.metric), zones: [] }];
  });
}
