import {
  AUDIT_GAPS_NAMED,
  type AcceptedLoss,
  type AuditFinding,
  type AuditGapView,
  type AuditRowView,
  type AuditVerification,
} from '@kenny/contract';
import { Between } from 'typeorm';
import { damagedIndexes, type Reads } from '../database/index.js';
import { EMPTY, readHead, type ChainHead } from './audit-chain.js';
import { hashOf, storedHashOf, viewOf } from './audit-draft.js';
import { AuditRowEntity } from './audit-row.entity.js';
import { gapIn } from './spool/gap.js';
import type { AuditWitness } from './audit-witness.js';
import type { Checkpoint, CheckpointFile, CheckpointLine } from './checkpoint-file.js';
import { missingRows } from './loss/chain-loss.js';
import { CheckpointSurvey, type SurveyedLoss } from './loss/checkpoint-survey.js';

/** Rows that are read and hashed in one go: some milliseconds of work, then others get a turn. */
const BATCH = 100;
const MAX_FINDINGS = 100;
const MAX_LOSSES = 100;
/** Rows with a wrong hash that are tried against each other's places. */
const MAX_SUSPECTS = 32;

const LIMITS = [
  'A row that was never written cannot be missed: only what kenny recorded is covered.',
  'Rows after the last checkpoint are only proven against each other: whoever can write the ' +
    'database could have replaced or removed them without a trace.',
  'Whoever can write the database and the checkpoint file can cut both back to an earlier ' +
    'checkpoint, without any key, and what is left fits. Approvals and tokens that the database ' +
    'still holds give that away, and so does a copy of the checkpoint file on another machine.',
  'Whoever has the database, the checkpoint file and the server key can rewrite all of it; keep ' +
    'copies of the checkpoint file on another machine.',
];

const INDEXES_UNSEEN =
  "The indexes of the audit log were not checked: that takes PostgreSQL's extension amcheck.";

interface Knowledge {
  /** The head that the running server remembers, if it does: rows up to it must exist. */
  readonly known?: ChainHead;
  readonly witness?: AuditWitness | undefined;
}

/** Reads the whole chain once and says what does not fit. Holds no more than one batch. */
export class AuditVerifier {
  private readonly findings: AuditFinding[] = [];
  private readonly suspects: AuditRowView[] = [];
  private readonly limits = [...LIMITS];
  private readonly unrecorded: AuditGapView[] = [];
  private more = false;
  private provenTo = 0;
  private before: ChainHead = EMPTY;
  private rows = 0;
  private unreadable = 0;

  private constructor(
    private readonly reads: Reads,
    private readonly chain: string,
    private readonly checkpoints: CheckpointFile,
    private readonly survey: CheckpointSurvey,
  ) {}

  static async verify(
    reads: Reads,
    chain: string,
    checkpoints: CheckpointFile,
    knowledge: Knowledge = {},
  ): Promise<AuditVerification> {
    const survey = await CheckpointSurvey.of(checkpoints, chain);
    return new AuditVerifier(reads, chain, checkpoints, survey).run(knowledge);
  }

  private async run({ known, witness }: Knowledge): Promise<AuditVerification> {
    const head = await readHead(this.reads.manager);
    const marks = this.checkpoints.lines()[Symbol.asyncIterator]();
    let mark = await this.nextMark(marks, 0);
    while (this.before.seq < head.seq) {
      for (const stored of await this.nextRows(head.seq)) {
        const row = this.readable(stored);
        witness?.see(stored);
        while (mark && mark.seq <= stored.seq) {
          this.compare(mark, stored);
          mark = await this.nextMark(marks, mark.seq);
        }
        if (row) this.judge(row, stored);
        if (row?.kind === 'gap') this.nameGap(row);
        this.rows += 1;
        this.before = { seq: stored.seq, sha256: stored.sha256 };
      }
    }
    await this.afterLastRow(mark, marks, known);
    this.nameSwapped();
    for (const message of witness?.missing() ?? []) this.find('removed', null, message);
    await this.lookAtIndexes();
    return this.verdict();
  }

  /** Rows are read by their number; whoever looks one up, or writes the next, needs the indexes. */
  private async lookAtIndexes(): Promise<void> {
    const { damaged, looked } = await damagedIndexes(this.reads.manager, 'audit', this.rows);
    for (const message of damaged) {
      this.find('index', null, `${message} No row is missing for that; kenny doctor --offline.`);
    }
    if (!looked) this.limits.push(INDEXES_UNSEEN);
  }

  private async nextRows(last: number): Promise<AuditRowEntity[]> {
    const rows = await this.reads.manager.find(AuditRowEntity, {
      where: { seq: Between(this.before.seq + 1, last) },
      order: { seq: 'ASC' },
      take: BATCH,
    });
    // Between two reads somebody may remove the rows we still expect; do not wait for them.
    if (rows.length === 0) this.before = { ...this.before, seq: last };
    return rows;
  }

  private judge(row: AuditRowView, stored: AuditRowEntity): void {
    const expected = this.before.seq + 1;
    if (row.seq !== expected) {
      const gone =
        row.seq - 1 === expected ? `Row ${expected} is` : `Rows ${expected} to ${row.seq - 1} are`;
      this.find('removed', expected, `${gone} missing.`);
    }
    if (storedHashOf(row, stored) !== row.sha256) {
      if (this.suspects.length < MAX_SUSPECTS) this.suspects.push(row);
      this.find('changed', row.seq, `Row ${row.seq} does not fit its own hash: it was changed.`);
    } else if (row.chain !== this.chain) {
      this.find('relinked', row.seq, `Row ${row.seq} belongs to another chain, ${row.chain}.`);
    } else if (row.seq === expected && row.prev_sha256 !== this.before.sha256) {
      this.find(
        'relinked',
        row.seq,
        `Row ${row.seq} does not follow from the row before it: one of them was put there later.`,
      );
    }
  }

  private nameGap(row: AuditRowView): void {
    const gap = gapIn(row);
    if (gap && this.unrecorded.length < AUDIT_GAPS_NAMED) this.unrecorded.push(gap);
  }

  /** A row that cannot even be read as one was changed. */
  private readable(stored: AuditRowEntity): AuditRowView | undefined {
    try {
      return viewOf(stored);
    } catch {
      this.find(
        'changed',
        stored.seq,
        `Row ${stored.seq} cannot be read any more: it was changed.`,
      );
      return undefined;
    }
  }

  private compare(mark: Checkpoint, stored: AuditRowEntity): void {
    if (mark.seq !== stored.seq) return;
    if (mark.head === stored.sha256) {
      this.provenTo = mark.seq;
    } else {
      this.find(
        'rewritten',
        mark.seq,
        `Row ${mark.seq} is not the one that the checkpoint of ${mark.time} vouches for: rows up ` +
          'to it were rewritten.',
      );
    }
  }

  /** The next checkpoint of this chain; what is odd on the way becomes a finding. */
  private async nextMark(
    marks: AsyncIterator<CheckpointLine>,
    after: number,
  ): Promise<Checkpoint | undefined> {
    for (;;) {
      const next = await marks.next();
      if (next.done) return undefined;
      const { line, checkpoint, trouble } = next.value;
      if (trouble === 'unreadable') {
        this.unreadable += 1;
      } else if (!checkpoint) {
        this.find('checkpoint', null, `Line ${line} of the checkpoint file has a wrong signature.`);
      } else if (checkpoint.chain === this.chain && this.survey.isLost(line, checkpoint.seq)) {
        // The row it vouched for is one of those that are accepted as lost.
      } else if (!this.fits(line, checkpoint, after)) {
        this.find('checkpoint', null, `Line ${line} of the checkpoint file is out of place.`);
      } else {
        return checkpoint;
      }
    }
  }

  private fits(line: number, checkpoint: Checkpoint, after: number): boolean {
    const { chain, seq } = checkpoint;
    return chain === this.chain && seq >= after && this.survey.counts(line, checkpoint);
  }

  private async afterLastRow(
    mark: Checkpoint | undefined,
    marks: AsyncIterator<CheckpointLine>,
    known: ChainHead | undefined,
  ): Promise<void> {
    // Rows that came while we read, and their checkpoints, are no concern of this round.
    let last = Math.max(this.before.seq, (await readHead(this.reads.manager)).seq);
    let witness = '';
    for (; mark; mark = await this.nextMark(marks, mark.seq)) {
      if (mark.seq <= last) continue;
      last = mark.seq;
      witness = `the checkpoint of ${mark.time}`;
    }
    if (known && known.seq > last) {
      last = known.seq;
      witness = 'the running server';
    }
    if (!witness) return;
    const first = this.before.seq + 1;
    const what = first === last ? `Row ${first} is` : `Rows ${first} to ${last} are`;
    this.find('cut_off', first, `${what} cut off at the end: ${witness} knows row ${last}.`);
  }

  /** A changed row whose hash fits in another's place was moved there. */
  private nameSwapped(): void {
    for (const row of this.suspects) {
      const place = this.suspects.find(
        ({ seq }) => seq !== row.seq && hashOf({ ...row, seq }) === row.sha256,
      );
      const finding = this.findings.find(({ kind, seq }) => kind === 'changed' && seq === row.seq);
      if (!place || !finding) continue;
      finding.kind = 'swapped';
      finding.message = `Row ${row.seq} was written as row ${place.seq}: it was moved.`;
    }
  }

  private find(kind: AuditFinding['kind'], seq: number | null, message: string): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ kind, seq, message });
    else this.more = true;
  }

  private verdict(): AuditVerification {
    if (this.provenTo === 0 && this.rows > 0) {
      this.limits.unshift(
        'No checkpoint vouches for any row: a rewritten chain would look the same.',
      );
    }
    if (this.unreadable > 0) {
      this.limits.unshift(
        `${this.unreadable} lines of the checkpoint file cannot be read and vouch for nothing; a ` +
          'power cut can leave half a line.',
      );
    }
    return {
      ok: this.findings.length === 0,
      chain: this.chain,
      rows: this.rows,
      proven_to: this.provenTo,
      unproven: Math.max(0, this.rows - this.provenTo),
      findings: this.findings,
      losses: this.survey.losses.slice(-MAX_LOSSES).map(lossOf),
      more: this.more,
      unrecorded: this.unrecorded,
      limits: this.limits,
    };
  }
}

function lossOf({ checkpoint: { seq: row, time: at, loss } }: SurveyedLoss): AcceptedLoss {
  const from = loss.kept.seq + 1;
  const to = missingRows(loss) === null ? null : loss.lost.seq;
  return { from, to, row, at, by: loss.by.name };
}
