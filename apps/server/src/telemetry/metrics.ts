import { CATALOG, LATENCY, type SeriesDefinition } from '@kenny/contract';
import { KennyError } from '../kernel/index.js';

export type Metric = Pick<SeriesDefinition, 'metric' | 'unit'>;

/** Every stored series: those of the sections, and the server's own measurements. */
const METRICS: ReadonlyMap<string, Metric> = new Map(
  [...CATALOG.sections.flatMap(({ series }) => series), LATENCY].map(({ metric, unit }) => [
    metric,
    { metric, unit },
  ]),
);

/** @throws KennyError `validation` that lists the known metrics */
export function metricNamed(name: string): Metric {
  const metric = METRICS.get(name);
  if (metric) return metric;
  const known = [...METRICS.keys()].sort().join(', ');
  throw new KennyError('validation', `metric: there is no "${name}"; there are: ${known}`);
}
