import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  METRICS,
  OTHER,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricName,
} from './definitions.js';

type Values = Readonly<Record<string, string>>;

/** The one file that knows `prom-client` (ADR 0085): every metric of the list, and their text. */
export class Prometheus {
  private readonly registry = new Registry();
  private readonly counters = new Map<MetricName, Counter>();
  private readonly gauges = new Map<MetricName, Gauge>();
  private readonly histograms = new Map<MetricName, Histogram>();

  constructor() {
    for (const name of Object.keys(METRICS) as MetricName[]) this.make(name);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  add<N extends CounterName>(name: N, labels: LabelsOf<N>, count = 1): void {
    this.counters.get(name)?.inc(closed(name, labels), count);
  }

  /** For what is counted elsewhere since the start. */
  total<N extends CounterName>(name: N, labels: LabelsOf<N>, value: number): void {
    const counter = this.counters.get(name);
    const known = closed(name, labels);
    counter?.remove(known);
    counter?.inc(known, value);
  }

  /** @param value - null where it is not known: then there is no such line */
  set<N extends GaugeName>(name: N, labels: LabelsOf<N>, value: number | null): void {
    const known = closed(name, labels);
    if (value === null) this.gauges.get(name)?.remove(known);
    else this.gauges.get(name)?.set(known, value);
  }

  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, value: number): void {
    this.histograms.get(name)?.observe(closed(name, labels), value);
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private make(name: MetricName): void {
    const { kind, help, labels } = METRICS[name];
    const options = { name, help, labelNames: Object.keys(labels), registers: [this.registry] };
    if (kind === 'counter') this.counters.set(name, new Counter(options));
    else if (kind === 'gauge') this.gauges.set(name, new Gauge(options));
    else {
      const { buckets } = METRICS[name];
      this.histograms.set(name, new Histogram({ ...options, buckets: [...buckets] }));
    }
  }
}

type Lists = readonly (readonly [label: string, values: ReadonlySet<string>])[];

const LISTS = new Map<string, Lists>(
  Object.entries(METRICS).map(([name, { labels }]) => [name, listsOf(labels)]),
);

function listsOf(labels: Readonly<Record<string, readonly string[] | string>>): Lists {
  return Object.entries(labels).flatMap(([label, list]) =>
    typeof list === 'string' ? [] : [[label, new Set(list)] as const],
  );
}

/** What an outsider says becomes no series: a value that is in no list counts as `OTHER`. */
function closed(name: MetricName, labels: Values): Values {
  let known = labels;
  for (const [label, values] of LISTS.get(name) ?? []) {
    const value = labels[label];
    if (value === undefined || values.has(value)) continue;
    known = { ...known, [label]: OTHER };
  }
  return known;
}
