import { CHART_LIMITS, type SeriesPoint, type SeriesView } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { metricNamed } from '../metrics.js';
import { resolutionOf, type Span } from './resolution.js';
import { SeriesRepository, type Stretch } from './series.repository.js';

/** The numbers of one PC over time. */
@Injectable()
export class SeriesService {
  constructor(private readonly repository: SeriesRepository) {}

  /**
   * One metric, a line for each of its keys.
   * @param resolutionS - length of a stretch; without it the shortest that one answer has room for
   * @throws KennyError `validation` for a metric or a span that is none
   */
  async series(
    { agent_uid }: { readonly agent_uid: string },
    name: string,
    { from, to }: Span,
    resolutionS = resolutionOf({ from, to }),
  ): Promise<SeriesView> {
    const { metric, unit } = metricNamed(name);
    const source = { agent_uid, metric, from, to };
    const keys = await this.repository.keys(source, CHART_LIMITS.lines + 1);
    const shown = keys.slice(0, CHART_LIMITS.lines).sort();
    const stretchMs = resolutionS * 1000;
    const stretches = await this.repository.stretches(source, stretchMs, shown);
    return {
      ...{ metric, unit, resolution_s: resolutionS },
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      lines: shown.map((key) => ({
        key,
        points: stretches
          .filter((stretch) => stretch.key === key)
          .map((stretch) => pointOf(stretch, stretchMs)),
      })),
      truncated: keys.length > shown.length,
    };
  }
}

function pointOf({ slot, mean, least, largest }: Stretch, stretchMs: number): SeriesPoint {
  return [
    new Date(slot * stretchMs).toISOString(),
    rounded(mean),
    rounded(least),
    rounded(largest),
  ];
}

/** Six digits are more than any of it was measured with; whole numbers stay as they are. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(6));
}
