import { CATALOG, LATENCY, type SeriesDefinition } from '@kenny/contract';
import { KennyError } from '../kernel/index.js';

export type Metric = Pick<SeriesDefinition, 'metric' | 'unit'>;

/** Every series that is kept: those of the sections, and what the server measures itself. */
const METRICS: ReadonlyMap<string, Metric> = new Map(
  [...CATALOG.sections.flatMap(({ series }) => series), LATENCY].map(({ metric, unit }) => [
    metric,
    { metric, unit },
  ]),
);

/** @throws KennyError `validation` for a name that is none, with those that are */
export function metricNamed(name: string): Metric {
  const metric = METRICS.get(name);
  if (metric) return metric;
  const known = [...METRICS.keys()].sort().join(', ');
  throw new KennyError('validation', `metric: there is no "${name}"; there are: ${known}`);
}
