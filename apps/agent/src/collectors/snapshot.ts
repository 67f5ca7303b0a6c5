import {
  CATALOG,
  type CatalogSection,
  check,
  describeIssues,
  isSectionName,
  type Os,
  type SectionName,
  type SectionPayload,
  type UnreadablePayload,
} from '@kenny/contract/agent';
import type { Clock, Timer } from '@kenny/kernel';
import { existsOn, type Instant, sectionStatus } from '@kenny/health';
import { absent, type AnyReading, type Collectors, unreadable } from './collector.js';
import { CollectorRun, type OnFault } from './collector-run.js';
import { fitSection, fitSnapshot, fitText } from './fit.js';

export interface SnapshotOptions {
  /** Default: all. */
  sections?: readonly SectionName[];
  /** Ends the reading; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** What the rules judge by. */
  now: Instant;
  os: Os;
}

export type SectionState = 'collected' | 'absent' | 'unreadable';

/** One line about one section, for the person at the PC. */
export interface SectionReport {
  section: SectionName;
  state: SectionState;
  /** Summary of what was collected, or why there is nothing. */
  text: string;
  /** How long the collector took; 0 without one. */
  duration_ms: number;
}

export interface Survey {
  snapshot: Record<string, SectionPayload>;
  report: SectionReport[];
}

export interface SnapshotDeps<M> {
  collectors: Partial<Collectors<M>>;
  probe: (signal: AbortSignal) => M;
  clock: Clock;
  onFault: OnFault;
  /** Each collector's own deadline. Default 20 s (design §6). */
  deadlineMs?: number;
  /** The whole snapshot's, below the 60 s of `telemetry_collect`. */
  budgetMs?: number;
  atOnce?: number;
}

/** Limit of the two texts that every section may carry. */
const SUMMARY_LENGTH = 500;
const RELEASE_MS = 1_000;
const SECTIONS = new Map<string, CatalogSection>(
  CATALOG.sections.map((section) => [section.name, section]),
);

/** Reads a PC's sections side by side; one that fails does not affect the others. */
export class SnapshotReader<M> {
  private readonly runs = new Map<SectionName, CollectorRun>();
  private readonly deadlineMs: number;
  private readonly budgetMs: number;
  private readonly atOnce: number;

  constructor(private readonly deps: SnapshotDeps<M>) {
    this.deadlineMs = deps.deadlineMs ?? 20_000;
    this.budgetMs = deps.budgetMs ?? 50_000;
    this.atOnce = deps.atOnce ?? 8;
  }

  async survey(options: SnapshotOptions): Promise<Survey> {
    options.signal?.throwIfAborted();
    const end = new AbortController();
    const stop = (): void => end.abort();
    const timer = this.deps.clock.setTimer(stop, this.budgetMs);
    options.signal?.addEventListener('abort', stop, { once: true });
    const ending = endingOf(end.signal);
    try {
      const names =
        options.sections ?? CATALOG.sections.map(({ name }) => name).filter(isSectionName);
      const found = await this.readAll([...new Set(names)], options, ending);
      options.signal?.throwIfAborted();
      const sent = found.flatMap(({ report, payload }) =>
        payload ? [[report.section, payload] as const] : [],
      );
      return {
        snapshot: fitSnapshot(Object.fromEntries(sent)),
        report: found.map(({ report }) => report),
      };
    } finally {
      timer.cancel();
      options.signal?.removeEventListener('abort', stop);
    }
  }

  private async readAll(
    names: readonly SectionName[],
    options: SnapshotOptions,
    ending: Ending,
  ): Promise<Found[]> {
    const found: Found[] = [];
    const left = names.entries();
    const work = async (): Promise<void> => {
      for (const [place, name] of left) found[place] = await this.readOne(name, options, ending);
    };
    await Promise.all(Array.from({ length: this.atOnce }, work));
    return found;
  }

  private async readOne(
    section: SectionName,
    { os, now }: SnapshotOptions,
    ending: Ending,
  ): Promise<Found> {
    const start = this.deps.clock.monotonic();
    const collector = this.deps.collectors[section];
    const read = collector ? await this.run(section, collector, ending) : noCollector(section, os);
    const duration = Math.round(this.deps.clock.monotonic() - start);
    return found(section, judged(section, read, now), collector ? duration : 0);
  }

  private async run(
    section: SectionName,
    collect: (machine: M) => Promise<AnyReading>,
    ending: Ending,
  ): Promise<AnyReading> {
    const tooLate = unreadable(`the snapshot's ${this.budgetMs / 1000} s were over before`);
    await this.untilReleased(section, ending);
    if (ending.signal.aborted) return tooLate;
    let run = this.runs.get(section);
    if (run?.isStuck) return unreadable('an earlier probe of this section still hangs');
    if (!run) {
      const { clock, onFault, probe } = this.deps;
      const start = (own: AbortSignal): Promise<AnyReading> => collect(probe(own));
      const started = new CollectorRun(section, start, clock, this.deadlineMs, onFault);
      this.runs.set(section, started);
      void started.released.then(() => this.runs.delete(section));
      run = started;
    }
    return (await run.wait(ending.over)) ?? tooLate;
  }

  /** A run that was just stopped needs a moment to end. */
  private async untilReleased(section: SectionName, { over }: Ending): Promise<void> {
    const run = this.runs.get(section);
    if (!run?.isStuck) return;
    let timer: Timer | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = this.deps.clock.setTimer(resolve, RELEASE_MS);
    });
    await Promise.race([run.released, enough, over]);
    timer?.cancel();
  }
}

/** The end of a whole snapshot. One promise for all waiters, so that listeners do not pile up. */
interface Ending {
  signal: AbortSignal;
  over: Promise<undefined>;
}

function endingOf(signal: AbortSignal): Ending {
  const over = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return { signal, over };
}

interface Found {
  report: SectionReport;
  payload?: SectionPayload;
}

function found(
  section: SectionName,
  read: { state: SectionState; text: string; payload?: SectionPayload },
  duration_ms: number,
): Found {
  const { state, text, payload } = read;
  return { report: { section, state, text, duration_ms }, ...(payload ? { payload } : {}) };
}

function judged(
  section: SectionName,
  read: AnyReading,
  now: Instant,
): { state: SectionState; text: string; payload?: SectionPayload } {
  const mandatory = SECTIONS.get(section)?.mandatory ?? false;
  if (read.kind === 'absent' && !mandatory) return { state: 'absent', text: read.reason };
  if (read.kind !== 'read') return notRead(read.reason);
  const payload = payloadOf(section, read);
  const issues = check(`section:${section}`, payload);
  if (issues.length > 0) return notRead(`the probe read odd values: ${describeIssues(issues)}`);
  const status = sectionStatus(section, payload, now);
  return { state: 'collected', text: payload.summary, payload: { ...payload, status } };
}

/** `ok` until the rules have judged it; without their opinion it stays `ok`. */
function payloadOf(
  section: SectionName,
  { summary, fields }: { summary: string; fields: object },
): SectionPayload {
  const fitted = fitSection(section, fields);
  return { status: 'ok', summary: fitText(summary, SUMMARY_LENGTH), ...fitted };
}

/** ADR 0013: never a clean reading, and never an alarm either. */
function notRead(reason: string): { state: 'unreadable'; text: string; payload: SectionPayload } {
  const text = fitText(reason, SUMMARY_LENGTH);
  const payload: UnreadablePayload = {
    status: 'ok',
    summary: fitText(`could not be read: ${text}`, SUMMARY_LENGTH),
    readable: false,
    unreadable_reason: text,
  };
  return { state: 'unreadable', text, payload };
}

function noCollector(section: SectionName, os: Os): AnyReading {
  const title = SECTIONS.get(section)?.title ?? section;
  return absent(
    existsOn(section, os)
      ? `kenny cannot read "${title}" on ${os} yet`
      : `"${title}" does not exist on ${os}`,
  );
}
