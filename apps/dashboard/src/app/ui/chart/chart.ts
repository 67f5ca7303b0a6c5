import { Component, computed, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { ChartCanvas } from './chart-canvas';
import { isEmpty, STATUS_COLOURS, type ChartModel } from './chart-model';
import type { ChartSpan } from './chart-span';
import { chartRows, chartSentence, forecastWords, hasBand, zoneWords } from './chart-words';
import { HATCHES, lineStyle } from './palette';

const TOKENS = { accent: 'var(--accent)', ink: 'var(--ink)', ink2: 'var(--ink-2)' };

/**
 * Numbers over time, with axes and units: a drawing, a sentence for who does not see it, and the
 * same as a table. The drawing is loaded when the chart comes into view.
 */
@Component({
  selector: 'kenny-chart',
  imports: [ChartCanvas, MatButton],
  templateUrl: './chart.html',
  styleUrl: './chart.css',
})
export class Chart {
  readonly title = input.required<string>();
  readonly model = input.required<ChartModel>();
  /** Whether a part of its time can be chosen, by dragging or with Shift and the arrow keys. */
  readonly selectable = input(false);
  readonly span = input<ChartSpan | null>(null);
  readonly spanChange = output<ChartSpan>();
  protected readonly asTable = signal(false);

  protected readonly sentence = computed(() => chartSentence(this.title(), this.model()));
  protected readonly empty = computed(() => isEmpty(this.model()));
  protected readonly rows = computed(() => (this.asTable() ? chartRows(this.model()) : []));
  /** Alone, a line without a name is what the title says; beside others it is named. */
  protected readonly legend = computed(() => {
    const { lines, kind } = this.model();
    const isAlone = this.tints().length === 0 && this.forecasts().length === 0;
    if (lines.length === 1 && lines[0]?.label === '' && isAlone) return [];
    const unnamed = hasBand(this.model()) ? 'Average' : this.title();
    return lines.map(({ label, colour }, index) => {
      const style = lineStyle(index, TOKENS);
      const token = colour === undefined ? '--accent' : STATUS_COLOURS[colour];
      return {
        label: label || unnamed,
        bar: kind === 'bars',
        colour: kind === 'bars' ? `var(${token})` : style.colour,
        dash: style.dash.join(' '),
        hatch: colour === undefined ? '' : HATCHES[colour],
      };
    });
  });
  /** What is tinted behind the lines. */
  protected readonly tints = computed(() => {
    const model = this.model();
    if (this.empty()) return [];
    const zones = (model.zones ?? []).map((zone) => ({
      label: zoneWords(zone, model),
      colour: `var(${STATUS_COLOURS[zone.status]})`,
    }));
    const reach = { label: 'Lowest to highest', colour: TOKENS.accent };
    return [...(hasBand(model) ? [reach] : []), ...zones];
  });
  protected readonly forecasts = computed(() => {
    const model = this.model();
    return (model.forecasts ?? []).map((one) => forecastWords(one, model));
  });
}
