import { CHART_LIMITS, type ChangeItem, type ChangeList } from '@kenny/contract';
import { changesBetween } from '@kenny/health';
import { Injectable } from '@nestjs/common';
import { unpackBody } from '../section-codec.js';
import { TelemetryRepository } from '../telemetry.repository.js';
import { contentRuns, evenly, type ContentRun, type ShownContents } from './content-runs.js';
import { resolutionOf, type Span } from './resolution.js';

const SNAPSHOTS_AT_ONCE = 200;
/** A month of a snapshot each quarter of an hour; of more the newest are looked at. */
const MOST_SNAPSHOTS = 3_000;
/** Contents of one section that are read at once. */
const MOST_CONTENTS = 24;
/** As often as it takes to find one change among the most snapshots. */
const MOST_HALVINGS = Math.ceil(Math.log2(MOST_SNAPSHOTS / MOST_CONTENTS));

/** A content of a section, and its place among the section's runs. */
interface Shown {
  readonly place: number;
  readonly run: ContentRun;
  readonly payload: unknown;
}

interface Step {
  readonly before: Shown;
  readonly now: Shown;
  readonly changes: ReturnType<typeof changesBetween>;
}

/** What of one PC is otherwise than it was. */
@Injectable()
export class ChangesService {
  constructor(private readonly repository: TelemetryRepository) {}

  /** Newest first. @throws KennyError `validation` for a span that is none */
  async changes({ agent_uid }: { readonly agent_uid: string }, span: Span): Promise<ChangeList> {
    resolutionOf(span);
    const snapshots = await this.snapshots(agent_uid, span);
    const cut = snapshots.length >= MOST_SNAPSHOTS;
    const items: ChangeItem[] = [];
    for (const [section, runs] of contentRuns(snapshots)) {
      if (runs.length > 1) items.push(...(await this.inSection(section, runs)));
    }
    items.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    const from = (cut ? snapshots[0]?.received_at : undefined) ?? span.from;
    return {
      from: new Date(from).toISOString(),
      to: new Date(span.to).toISOString(),
      items: items.slice(0, CHART_LIMITS.changes),
      truncated: cut || items.length > CHART_LIMITS.changes,
    };
  }

  /** Oldest first. */
  private async snapshots(agentUid: string, span: Span): Promise<ShownContents[]> {
    const found: ShownContents[] = [];
    let before: { at: number; id: string } | undefined;
    while (found.length < MOST_SNAPSHOTS) {
      const place = before ? { ...span, before } : span;
      const page = await this.repository.snapshots(agentUid, place, SNAPSHOTS_AT_ONCE);
      found.push(...page.map(({ received_at, refs }) => ({ received_at, refs })));
      const last = page.at(-1);
      if (!last || page.length < SNAPSHOTS_AT_ONCE) break;
      before = { at: last.received_at, id: last.id };
    }
    return found.reverse();
  }

  /** Compares some contents of all times, then halves between two that differ until it has the change. */
  private async inSection(section: string, runs: readonly ContentRun[]): Promise<ChangeItem[]> {
    const shown = await this.shown(runs, evenly([...runs.keys()], MOST_CONTENTS));
    let steps = stepsThrough(section, shown);
    for (let halvings = 0; halvings < MOST_HALVINGS; halvings += 1) {
      const wide = steps.filter(({ before, now }) => now.place - before.place > 1);
      const halved = new Set(wide.slice(-MOST_CONTENTS));
      if (halved.size === 0) break;
      const middles = new Map(
        (await this.shown(runs, [...halved].map(middleOf))).map((one) => [one.place, one]),
      );
      steps = steps.flatMap((step) => {
        const middle = halved.has(step) ? middles.get(middleOf(step)) : undefined;
        return middle ? stepsThrough(section, [step.before, middle, step.now]) : [step];
      });
    }
    return steps.flatMap(({ before, now, changes }) => {
      const at = new Date(now.run.first).toISOString();
      const after = new Date(before.run.last).toISOString();
      return changes.map((change) => ({ at, after, section, ...change }));
    });
  }

  /** Without those that are no longer kept. */
  private async shown(runs: readonly ContentRun[], places: readonly number[]): Promise<Shown[]> {
    const read = places.flatMap((place) =>
      runs.slice(place, place + 1).map((run) => ({ place, run })),
    );
    const bodies = await this.repository.bodies([...new Set(read.map(({ run }) => run.id))]);
    const packed = new Map(bodies.map(({ id, body }) => [id, body]));
    const found: Shown[] = [];
    for (const { place, run } of read) {
      const body = packed.get(run.id);
      if (body) found.push({ place, run, payload: JSON.parse(await unpackBody(body)) as unknown });
    }
    return found;
  }
}

const middleOf = ({ before, now }: Step): number => Math.floor((before.place + now.place) / 2);

/** From one to the next, where something has changed. */
function stepsThrough(section: string, shown: readonly Shown[]): Step[] {
  return shown.flatMap((now, i) => {
    const before = shown[i - 1];
    const changes = before ? changesBetween(section, before.payload, now.payload) : [];
    return before && changes.length > 0 ? [{ before, now, changes }] : [];
  });
}
