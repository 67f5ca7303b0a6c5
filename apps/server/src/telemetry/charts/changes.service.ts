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
/** Contents of one section that are compared. */
const MOST_CONTENTS = 24;

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

  private async inSection(section: string, runs: readonly ContentRun[]): Promise<ChangeItem[]> {
    const compared = evenly(runs, MOST_CONTENTS);
    const ids = [...new Set(compared.map(({ id }) => id))];
    const bodies = new Map(
      (await this.repository.bodies(ids)).map(({ id, body }) => [id, body] as const),
    );
    const found: ChangeItem[] = [];
    let before: { readonly run: ContentRun; readonly payload: unknown } | undefined;
    for (const run of compared) {
      const body = bodies.get(run.id);
      if (!body) continue;
      const payload: unknown = JSON.parse(await unpackBody(body));
      if (before) {
        const at = new Date(run.first).toISOString();
        const after = new Date(before.run.last).toISOString();
        const changes = changesBetween(section, before.payload, payload);
        found.push(...changes.map((change) => ({ at, after, section, ...change })));
      }
      before = { run, payload };
    }
    return found;
  }
}
