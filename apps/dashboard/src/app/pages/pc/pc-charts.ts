import { Component, computed, inject, input, signal } from '@angular/core';
import {
  LATENCY,
  type CatalogSection,
  type CatalogView,
  type ForecastView,
} from '@kenny/contract/web';
import { listed } from '@kenny/kernel';
import type { Threshold } from '@kenny/health/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { RelativeTime } from '../../ui/relative-time';
import { gaugesOf, PcChart, type Gauge } from './pc-chart';

/** Numbers over time, and where they go. */
@Component({
  selector: 'kenny-pc-charts',
  imports: [PcChart, RelativeTime],
  template: `
    @if (silentSince(); as at) {
      <p class="dim">Its last report came <kenny-time [at]="at" />, where the lines end.</p>
    }
    <div class="charts in-order">
      @for (chart of charts(); track chart.metric) {
        <kenny-pc-chart
          class="panel"
          [agentId]="agentId()"
          [metric]="chart.metric"
          [title]="chart.title"
          [zones]="chart.zones"
          [measured]="chart.measured"
          [forecasts]="forecasts()"
          [from]="from()"
          [range]="range()"
          (isEmpty)="note(chart.metric, $event)"
        />
      }
    </div>
    @if (noData(); as titles) {
      <p class="dim" role="status">No data in this range: {{ titles }}.</p>
    }
  `,
  styles: `
    .charts {
      display: grid;
      gap: 10px;
      grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
    }
    /* Told in the line below. */
    .no-data {
      display: none;
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
  /** What the PC last sent of a section. */
  readonly payloadOf = input.required<(section: CatalogSection) => unknown>();
  readonly forecasts = input<readonly ForecastView[]>([]);
  /** ISO 8601: since when. */
  readonly from = input.required<string>();
  /** As which range that time was chosen. */
  readonly range = input<string>();

  protected readonly charts = computed<readonly Gauge[]>(() => {
    const gauges = this.own().flatMap((section) =>
      gaugesOf(section, this.thresholdsOf()(section), this.payloadOf()(section)),
    );
    const latency = { metric: LATENCY.metric, title: 'Response time', zones: [] };
    return [...gauges, { ...latency, measured: new Map() }];
  });
  private readonly fleet = inject(FleetStore);
  protected readonly silentSince = computed(() => {
    const pc = this.fleet.agent(this.agentId());
    return pc?.online === false ? pc.received_at : null;
  });
  /** Metrics of which there is nothing to draw. */
  private readonly empty = signal<ReadonlySet<string>>(new Set());
  protected readonly noData = computed(() =>
    listed(
      this.charts()
        // How fast the PC answers is nothing that it reports: nobody misses it.
        .filter(({ metric }) => metric !== LATENCY.metric && this.empty().has(metric))
        .map(({ title }) => title),
    ),
  );
  private readonly own = computed(() => {
    const sent = new Set(this.sent());
    return this.catalog().sections.filter(({ name }) => sent.has(name));
  });

  protected note(metric: string, isEmpty: boolean): void {
    this.empty.update((before) => {
      const rest = [...before].filter((one) => one !== metric);
      return new Set(isEmpty ? [...rest, metric] : rest);
    });
  }
}
