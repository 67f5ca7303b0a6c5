import { CATALOG, valuesIn } from '@kenny/contract';
import { storable } from '../database/index.js';
import type { Metric } from './metrics.js';

export interface SeriesValue {
  readonly metric: string;
  readonly key: string;
  readonly value: number;
}

/** Points per snapshot: a hostile list must not fill the disk. */
const MOST_POINTS = 200;
const KEY_LENGTH = 200;

const SERIES = new Map(CATALOG.sections.map(({ name, series = [] }) => [name, series]));

/** The numbers of one section that are kept as series, as its definition in the catalog says. */
export function seriesOf(section: string, payload: unknown): SeriesValue[] {
  const values = (SERIES.get(section) ?? []).flatMap(({ metric, ...place }) =>
    valuesIn(payload, place).map(({ key, value }) => ({
      ...{ metric, value },
      key: storable(key, KEY_LENGTH),
    })),
  );
  const seen = new Set<string>();
  return values
    .filter(({ metric, key }) => {
      const id = `${metric}\0${key}`;
      return seen.has(id) ? false : seen.add(id);
    })
    .slice(0, MOST_POINTS);
}

/**
 * The same as members of a JSON object, metric → key → value, without its braces. A metric belongs
 * to one section, so those of a snapshot's sections side by side are its points.
 */
export function pointsOf(section: string, payload: unknown): string {
  const metrics = new Map<string, [string, number][]>();
  for (const { metric, key, value } of seriesOf(section, payload)) {
    const points = metrics.get(metric) ?? [];
    metrics.set(metric, points);
    points.push([key, value]);
  }
  return Array.from(metrics, ([metric, points]) => {
    const members = points.map(([key, value]) => `${JSON.stringify(key)}:${value}`);
    return `${JSON.stringify(metric)}:{${members.join(',')}}`;
  }).join(',');
}

/** The same of one number that no section holds. */
export function pointOf({ metric }: Pick<Metric, 'metric'>, value: number): string {
  return `${JSON.stringify(metric)}:{"":${Math.round(value * 10) / 10}}`;
}

/** @param parts - of the sections, as `pointsOf` gives them */
export function joinPoints(parts: readonly string[]): string {
  return `{${parts.filter((part) => part !== '').join(',')}}`;
}
