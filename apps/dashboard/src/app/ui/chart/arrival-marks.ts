import type { Plugin } from 'chart.js';
import { arrivals, type ChartModel } from './chart-model';
import { arrivalWords } from './chart-words';
import { FONT, type Palette } from './palette';

const DOT_PX = 3.5;
const BESIDE_PX = 7;
const HALO_PX = 4;
/** Nearer ones would be written over each other. */
const APART_PX = 64;

/** Where a forecast reaches its limit: a dot, a line down to the axis, and the day. */
export function arrivalMarks(model: ChartModel, palette: Palette): Plugin<'line' | 'bar'> {
  return {
    id: 'arrivals',
    afterDatasetsDraw: ({ ctx, chartArea: { top, bottom }, scales }) => {
      const [x, y] = [scales['x'], scales['y']];
      if (!x || !y) return;
      const written: number[] = [];
      ctx.save();
      for (const forecast of arrivals(model)) {
        const [at, value] = forecast.end;
        const [left, height] = [x.getPixelForValue(at), y.getPixelForValue(value)];
        ctx.fillStyle = palette.ink2;
        ctx.globalAlpha = 0.4;
        ctx.fillRect(left - 0.5, height, 1, bottom - height);
        ctx.globalAlpha = 1;
        ctx.beginPath();
        ctx.arc(left, height, DOT_PX, 0, 2 * Math.PI);
        ctx.fill();
        if (written.some((other) => Math.abs(other - left) < APART_PX)) continue;
        written.push(left);
        // On the side of the line where there is room.
        const below = height < (top + bottom) / 2;
        ctx.font = `600 ${FONT.size}px ${FONT.family}`;
        ctx.textAlign = 'right';
        ctx.textBaseline = below ? 'top' : 'bottom';
        const words = arrivalWords(forecast, model);
        const [right, base] = [left - BESIDE_PX, height + (below ? 1 : -1) * 2 * BESIDE_PX];
        Object.assign(ctx, { strokeStyle: palette.panel, lineWidth: HALO_PX, lineJoin: 'round' });
        ctx.strokeText(words, right, base);
        ctx.fillStyle = palette.ink;
        ctx.fillText(words, right, base);
      }
      ctx.restore();
    },
  };
}
