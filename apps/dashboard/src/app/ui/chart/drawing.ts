import {
  BarController,
  BarElement,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartConfiguration,
  type ChartDataset,
  type Plugin,
} from 'chart.js';
import { quantity } from '../../core/facts/quantity';
import { arrivalMarks } from './arrival-marks';
import {
  axisEnd,
  isLone,
  withGaps,
  type ChartColour,
  type ChartLine,
  type ChartModel,
  type ChartPoint,
} from './chart-model';
import type { ChartSpan } from './chart-span';
import { hasBand, valueWords } from './chart-words';
import { FONT, HATCH_PX, HATCHES, lineStyle, type Palette } from './palette';
import { markWords, momentWords, timeMarks } from './time-axis';

Chart.register(
  ...[BarController, BarElement, LineController, LineElement, PointElement],
  ...[LinearScale, Filler, Tooltip],
);

type Kind = 'line' | 'bar';
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels that a mark of the time axis needs, and how many are enough on a wide one. */
const MARK_WIDTH = 72;
const MOST_MARKS = 8;
const HOVER_RADIUS = 4;
const LONE_RADIUS = 1.5;

/** One canvas with its chart. Nothing moves by itself: values appear where they are. */
export class Drawing {
  private readonly chart: Chart<Kind, Point[]>;
  private active = -1;
  private chosen: ChartSpan | null = null;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly model: ChartModel,
    palette: Palette,
  ) {
    this.chart = new Chart(
      canvas,
      configurationOf(model, palette, () => this.chosen),
    );
  }

  /** The moment under a place of the canvas, in pixels from its left edge. */
  timeAt(px: number): number {
    const { from } = this.model;
    return (this.chart.scales['x']?.getValueForPixel(px) ?? from) - centre(this.model);
  }

  /** The moment that was reached with the arrow keys. */
  get at(): number | undefined {
    return this.times()[this.active];
  }

  /** Shows a part of its time; null takes it away. */
  show(chosen: ChartSpan | null): void {
    this.chosen = chosen;
    this.chart.draw();
  }

  /** Points at the next or last moment, as the pointer does; tells what is there. */
  step(by: number): string {
    const { lines, stepMs, utc = false } = this.model;
    const times = this.times();
    if (times.length === 0) return '';
    const from = this.active < 0 && by < 0 ? times.length : this.active;
    this.active = Math.min(times.length - 1, Math.max(0, from + by));
    const at = times[this.active] ?? 0;
    this.point(at);
    const told = lines.flatMap(({ label, points }) => {
      const value = points.find(([time]) => time === at)?.[1];
      return value === undefined ? [] : [`${label} ${valueWords(value, this.model)}`.trim()];
    });
    return `${momentWords(at, stepMs, utc)}: ${told.join(', ')}`;
  }

  /** Every moment of which something is known, oldest first. */
  private times(): number[] {
    const all = this.model.lines.flatMap(({ points }) => points.map(([at]) => at));
    return [...new Set(all)].sort((a, b) => a - b);
  }

  private point(at: number): void {
    const { data, tooltip } = this.chart;
    const x = at + centre(this.model);
    const active = data.datasets.flatMap((dataset, datasetIndex) => {
      const index = dataset.data.findIndex((point) => point.x === x && !Number.isNaN(point.y));
      return index < 0 ? [] : [{ datasetIndex, index }];
    });
    this.chart.setActiveElements(active);
    tooltip?.setActiveElements(active, { x: 0, y: 0 });
    this.chart.update('none');
  }

  destroy(): void {
    this.chart.destroy();
  }
}

function configurationOf(
  model: ChartModel,
  palette: Palette,
  chosen: () => ChartSpan | null,
): ChartConfiguration<Kind, Point[]> {
  const { kind, unit, from, stepMs, utc = false } = model;
  const bars = kind === 'bars';
  const end = axisEnd(model);
  const grid = { color: palette.line };
  const ticks = { color: palette.ink2, font: FONT };
  return {
    type: bars ? 'bar' : 'line',
    data: {
      datasets: bars
        ? model.lines.map((line) => barOf(line, model, palette))
        : [
            ...model.lines.flatMap((line, i) => lineOf(line, i, model, palette)),
            ...ahead(model, palette),
          ],
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      parsing: false,
      normalized: true,
      interaction: { mode: bars ? 'index' : 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          ...{ type: 'linear', min: from, max: end, stacked: bars },
          // Bars have their room: the axis begins and ends half a step beside the outer ones.
          offset: false,
          grid: { ...grid, display: false, offset: false },
          border: grid,
          ticks: {
            ...ticks,
            ...{ maxRotation: 0, autoSkip: false },
            callback: (at) => markWords(Number(at) - centre(model), utc),
          },
          afterBuildTicks: (axis) => {
            const most = Math.min(MOST_MARKS, Math.max(2, Math.floor(axis.width / MARK_WIDTH)));
            // The last bar begins where its time ends: the day after it is not there yet.
            const last = bars ? model.to : end;
            axis.ticks = timeMarks(from, last, { most, utc }).map((at) => ({
              value: at + centre(model),
            }));
          },
        },
        y: {
          stacked: bars,
          ...(unit === '%' ? { min: 0, suggestedMax: 100 } : {}),
          ...(bars || unit === 'bytes' || unit === 'ms' ? { beginAtZero: true } : {}),
          grid,
          border: { display: false },
          ticks: {
            ...ticks,
            ...{ maxTicksLimit: 6, ...(unit === 'count' ? { precision: 0 } : {}) },
            // The one at the top says what is counted.
            callback: (value, index, all) =>
              index === all.length - 1
                ? valueWords(Number(value), model)
                : quantity(Number(value), unit),
          },
        },
      },
      plugins: {
        tooltip: {
          ...{ backgroundColor: palette.ink, titleColor: palette.panel, bodyColor: palette.panel },
          ...{ titleFont: FONT, bodyFont: FONT, displayColors: false, padding: 8 },
          filter: ({ parsed }) => !bars || parsed.y !== 0,
          callbacks: {
            title: ([item]) => momentWords((item?.parsed.x ?? 0) - centre(model), stepMs, utc),
            label: ({ dataset, parsed }) =>
              `${dataset.label ?? ''} ${valueWords(Number(parsed.y), model)}`.trim(),
          },
        },
      },
    },
    plugins: [zones(model, palette), arrivalMarks(model, palette), span(model, palette, chosen)],
  };
}

/** A bar stands in the middle of the time that it is for. */
function centre({ kind, stepMs }: ChartModel): number {
  return kind === 'bars' ? stepMs / 2 : 0;
}

function barOf(line: ChartLine, model: ChartModel, palette: Palette): ChartDataset<Kind, Point[]> {
  const colour = line.colour ? hatched(line.colour, palette) : palette.accent;
  return {
    label: line.label,
    data: line.points.map(([at, value]) => ({ x: at + centre(model), y: value })),
    backgroundColor: colour,
    hoverBackgroundColor: colour,
    // A line between what is stacked.
    ...{ borderColor: palette.panel, borderWidth: { top: 1 } },
    categoryPercentage: 0.94,
    barPercentage: 0.86,
  };
}

/** The colour of a status with its lines through it. */
function hatched(status: ChartColour, palette: Palette): CanvasPattern | string {
  const colour = palette[status];
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [HATCH_PX, HATCH_PX];
  const ctx = HATCHES[status] === '' ? null : tile.getContext('2d');
  if (!ctx) return colour;
  ctx.fillStyle = colour;
  ctx.fillRect(0, 0, HATCH_PX, HATCH_PX);
  ctx.strokeStyle = palette.panel;
  ctx.stroke(new Path2D(HATCHES[status]));
  return ctx.createPattern(tile, 'repeat') ?? colour;
}

/** The line of means, above a band from the least to the largest where they differ. */
function lineOf(
  { label, points }: ChartLine,
  index: number,
  model: ChartModel,
  palette: Palette,
): ChartDataset<Kind, Point[]>[] {
  const { colour, dash } = lineStyle(index, palette);
  const known = withGaps(points, model.stepMs);
  const base = { label, borderColor: colour, pointHoverBackgroundColor: colour };
  const line: ChartDataset<Kind, Point[]> = {
    ...base,
    data: dots(known, ([, value]) => value),
    ...{ borderWidth: 1.75, borderDash: [...dash], tension: 0, spanGaps: false },
    // Between two gaps there is no line to see.
    pointRadius: known.map((_, at) => (isLone(known, at) ? LONE_RADIUS : 0)),
    pointHoverRadius: HOVER_RADIUS,
    pointBackgroundColor: colour,
  };
  if (!hasBand(model)) return [line];
  const edge = { borderWidth: 0, pointRadius: 0, pointHoverRadius: 0, label: '' };
  const tint = `color-mix(in srgb, ${colour} 14%, transparent)`;
  return [
    line,
    { ...edge, data: dots(known, ([, value, least]) => least ?? value) },
    {
      ...edge,
      data: dots(known, ([, value, , largest]) => largest ?? value),
      ...{ fill: '-1', backgroundColor: tint },
    },
  ];
}

function ahead({ forecasts = [] }: ChartModel, palette: Palette): ChartDataset<Kind, Point[]>[] {
  return forecasts.map(({ summary, start, end }) => ({
    label: summary,
    data: dots([start, end], ([, value]) => value),
    ...{ borderColor: palette.ink2, borderWidth: 1.5, borderDash: [6, 4] },
    ...{ pointRadius: 0, pointHoverRadius: HOVER_RADIUS },
  }));
}

function dots(points: readonly ChartPoint[], valueOf: (point: ChartPoint) => number): Point[] {
  return points.map((point) => ({ x: point[0], y: valueOf(point) }));
}

/** Where a value is not well, behind everything, with a line where that begins. */
function zones({ zones: wanted = [] }: ChartModel, palette: Palette): Plugin<Kind> {
  return {
    id: 'zones',
    beforeDatasetsDraw: ({ ctx, chartArea, scales }) => {
      const y = scales['y'];
      if (!y) return;
      const { left, right, top, bottom } = chartArea;
      const within = (value: number) => Math.min(bottom, Math.max(top, y.getPixelForValue(value)));
      ctx.save();
      for (const { status, from, to } of wanted) {
        const upper = to === undefined ? top : within(to);
        const lower = from === undefined ? bottom : within(from);
        if (lower - upper < 1) continue;
        ctx.fillStyle = palette[status];
        ctx.globalAlpha = 0.12;
        ctx.fillRect(left, upper, right - left, lower - upper);
        ctx.globalAlpha = 0.6;
        ctx.fillRect(left, from === undefined ? upper : lower - 1, right - left, 1);
      }
      ctx.restore();
    },
  };
}

/** What somebody has chosen of the time, above everything, with its edges. */
function span(model: ChartModel, palette: Palette, chosen: () => ChartSpan | null): Plugin<Kind> {
  return {
    id: 'span',
    afterDatasetsDraw: ({ ctx, chartArea: { left, right, top, bottom }, scales }) => {
      const [x, wanted] = [scales['x'], chosen()];
      if (!x || !wanted) return;
      const within = (at: number) =>
        Math.min(right, Math.max(left, x.getPixelForValue(at + centre(model))));
      const [start, end] = [within(wanted.from), within(wanted.to)];
      ctx.save();
      ctx.fillStyle = palette.accent;
      ctx.globalAlpha = 0.16;
      ctx.fillRect(start, top, end - start, bottom - top);
      ctx.globalAlpha = 1;
      for (const edge of [start, end]) ctx.fillRect(edge - 0.5, top, 1, bottom - top);
      ctx.restore();
    },
  };
}
