import { TIMES, type ApprovalUse } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import { answerOf, type Answer, type Response } from './answers.js';
import { AppendFile, type Place } from './append-file.js';
import {
  decodeRecord,
  encodeRecord,
  type FinishRecord,
  type JournalRecord,
  type StartRecord,
} from './journal-record.js';

/** What the journal knows of a change call that is about to run. */
export type Verdict =
  /** New, and on disk now: it may run. */
  | { kind: 'new' }
  /** This process is running it. */
  | { kind: 'running' }
  | { kind: 'finished'; response: Response | undefined }
  /** Started, with unknown outcome. */
  | { kind: 'interrupted' }
  /** The id was used for another tool or other arguments. */
  | { kind: 'other_call' }
  /** Another call has used its approval. */
  | { kind: 'approval_used'; use: ApprovalUse };

/** State of a call that was allowed to run. */
type Became = Extract<Verdict, { kind: 'running' | 'finished' | 'interrupted' }>;

export interface JournalOptions {
  file: string;
  clock: Clock;
  log: Logger;
  /** Limits by age, count and bytes; the oldest go first. */
  limits?: Partial<JournalLimits>;
}

export interface JournalLimits {
  ageMs: number;
  ids: number;
  /**
   * The newest ids are kept at any age: a PC's clock may jump repeatedly, and a call that ran must
   * never look new.
   */
  idsAtAnyAge: number;
  /** Bytes of all stored answers together; an id outlives its answer. */
  answerBytes: number;
  /** Compacted when it exceeds twice the needed size by this much. */
  slackBytes: number;
}

const LIMITS: JournalLimits = {
  ageMs: TIMES.journalMs,
  ids: 10_000,
  idsAtAnyAge: 1_000,
  answerBytes: 64 * 1024 * 1024,
  slackBytes: 1024 * 1024,
};

/** Approximate size of a line without an answer. */
const SHORT_LINE_BYTES = 256;

interface Entry {
  at: number;
  /** Start time by this run's monotonic clock, which clock jumps do not age. */
  born: number;
  call: string;
  approval?: string;
  state: 'running' | 'interrupted' | 'finished';
  /** Position of its line: of the start, later of the finish. */
  place: Place;
  /** The line at `place` holds the answer. */
  answered: boolean;
  /** An answer that could not be written. */
  unsaved?: Answer;
}

/**
 * Makes a change call run at most once (design §6, ADR 0012): written and synced before it runs and
 * after it ended, so it survives `kill -9` and power cuts.
 */
export class Journal {
  private readonly limits: JournalLimits;
  private compacting: Promise<void> = Promise.resolve();
  /** Approval → the call that used it; one for each of `entries` that has one. */
  private readonly uses = new Map<string, string>();

  private constructor(
    private readonly lines: AppendFile,
    private readonly options: JournalOptions,
    /** In start order. */
    private readonly entries: Map<string, Entry>,
  ) {
    this.limits = { ...LIMITS, ...options.limits };
    this.settleAges();
    for (const [id, { approval }] of entries) this.use(approval, id);
  }

  /** @throws the system's error when the file cannot be opened or read. */
  static async open(options: JournalOptions): Promise<Journal> {
    const entries = new Map<string, Entry>();
    let damaged = 0;
    const lines = await AppendFile.open(options.file, (line, place) => {
      const record = decodeRecord(line);
      if (record) entries.set(record.id, recalled(record, place));
      else damaged += 1;
    });
    const journal = new Journal(lines, options, entries);
    if (damaged > 0) options.log.error('damaged journal lines were skipped', { damaged });
    journal.prune();
    await journal.compactIfDue();
    return journal;
  }

  /**
   * Call before a change runs; `new` means that its start is on disk and it may run.
   * @throws the system's error when that cannot be written: then it must not run
   */
  async begin(id: string, call: string, approval?: string): Promise<Verdict> {
    await this.compacted();
    const known = this.entries.get(id);
    if (known) return known.call === call ? this.verdictOn(known) : { kind: 'other_call' };
    const used = this.useOf(approval);
    if (used) return { kind: 'approval_used', use: used };
    const entry = this.enter(id, call, approval);
    try {
      entry.place = await this.lines.append(encodeRecord(startOf(id, entry)));
    } catch (error) {
      this.forget(id, entry);
      throw error;
    }
    this.prune();
    return { kind: 'new' };
  }

  /** Stores the refusal of a call whose approval was used before, so that its id is known. */
  async keepRefusal(id: string, call: string, answer: Answer): Promise<void> {
    await this.compacted();
    if (this.entries.has(id)) return;
    this.enter(id, call, undefined);
    await this.finish(id, answer);
    this.prune();
  }

  /** Stores the answer of a call that `begin` allowed. A failing disk is logged, not thrown. */
  async finish(id: string, answer: Answer): Promise<void> {
    const entry = this.entries.get(id);
    if (entry?.state !== 'running') throw new Error(`call ${id} is not being run`);
    try {
      entry.place = await this.lines.append(encodeRecord(finishOf(id, entry), answer.text));
      entry.answered = true;
    } catch (error) {
      entry.unsaved = answer;
      this.options.log.error('an answer cannot be written to the journal', {
        call_id: id,
        error: errorText(error),
      });
    }
    entry.state = 'finished';
    this.forgetOldAnswers();
    await this.compactIfDue();
  }

  /** State of a call; undefined when its id is unknown (or forgotten with age). */
  async lookUp(id: string): Promise<Became | undefined> {
    await this.compacted();
    const entry = this.entries.get(id);
    return entry ? this.verdictOn(entry) : undefined;
  }

  async close(): Promise<void> {
    await this.compacting;
    await this.lines.close();
  }

  /** Checks again after each wait: a line added during a rewrite would be lost. */
  private async compacted(): Promise<void> {
    for (let over; over !== this.compacting; await over) over = this.compacting;
  }

  private enter(id: string, call: string, approval: string | undefined): Entry {
    const { clock } = this.options;
    const times = { at: clock.now(), born: clock.monotonic() };
    const entry: Entry = { ...times, call, state: 'running', place: NOWHERE, answered: false };
    if (approval !== undefined) entry.approval = approval;
    this.entries.set(id, entry);
    this.use(approval, id);
    return entry;
  }

  private forget(id: string, { approval }: Entry): void {
    this.entries.delete(id);
    if (approval !== undefined && this.uses.get(approval) === id) this.uses.delete(approval);
  }

  /** The first call keeps it. */
  private use(approval: string | undefined, id: string): void {
    if (approval !== undefined && !this.uses.has(approval)) this.uses.set(approval, id);
  }

  private useOf(approval: string | undefined): ApprovalUse | undefined {
    const call_id = approval === undefined ? undefined : this.uses.get(approval);
    const entry = call_id === undefined ? undefined : this.entries.get(call_id);
    return call_id !== undefined && entry
      ? { call_id, at: entry.at, state: entry.state }
      : undefined;
  }

  private async verdictOn(entry: Entry): Promise<Became> {
    if (entry.state !== 'finished') return { kind: entry.state };
    return {
      kind: 'finished',
      response: entry.unsaved?.response ?? (await this.readAnswer(entry)),
    };
  }

  private async readAnswer(entry: Entry): Promise<Response | undefined> {
    if (!entry.answered) return undefined;
    const record = decodeRecord(await this.lines.read(entry.place));
    return record?.kind === 'finish' ? record.response : undefined;
  }

  /**
   * Earlier runs left only wall-clock times, which may have jumped: the gap between two calls
   * counts for at most half of `ageMs`.
   */
  private settleAges(): void {
    const { clock } = this.options;
    let [later, born] = [clock.now(), clock.monotonic()];
    for (const entry of [...this.entries.values()].reverse()) {
      born -= Math.min(Math.max(0, later - entry.at), this.limits.ageMs / 2);
      entry.born = born;
      later = entry.at;
    }
  }

  private prune(): void {
    const oldest = this.options.clock.monotonic() - this.limits.ageMs;
    const { ids, idsAtAnyAge } = this.limits;
    let left = this.entries.size;
    for (const [id, entry] of this.entries) {
      if (entry.born >= oldest && left <= ids) break;
      if (entry.state === 'running') continue;
      if (left > Math.min(ids, idsAtAnyAge)) {
        this.forget(id, entry);
        left -= 1;
      } else {
        entry.answered = false;
        delete entry.unsaved;
      }
    }
  }

  private forgetOldAnswers(): void {
    const answered = [...this.entries.values()].filter((entry) => entry.answered);
    let bytes = answered.reduce((sum, entry) => sum + entry.place.length, 0);
    for (const entry of answered) {
      if (bytes <= this.limits.answerBytes) return;
      entry.answered = false;
      bytes -= entry.place.length;
    }
  }

  /** Only while nothing runs, so that no line is added meanwhile. */
  private async compactIfDue(): Promise<void> {
    const entries = [...this.entries.values()];
    if (entries.some((entry) => entry.state === 'running')) return;
    const needed = entries.reduce((sum, entry) => sum + neededBytes(entry), 0);
    if (this.lines.size <= 2 * needed + this.limits.slackBytes) return;
    this.compacting = this.compact().catch((error: unknown) => {
      this.options.log.error('the journal cannot be compacted', { error: errorText(error) });
    });
    await this.compacting;
  }

  private async compact(): Promise<void> {
    const kept = [...this.entries];
    const places = await this.lines.rewrite(this.linesOf(kept));
    for (const [index, [, entry]] of kept.entries()) {
      entry.place = places[index] ?? NOWHERE;
      if (!entry.unsaved) continue;
      entry.answered = true;
      delete entry.unsaved;
    }
  }

  private async *linesOf(entries: [string, Entry][]): AsyncGenerator<Buffer> {
    for (const [id, entry] of entries) {
      if (entry.state !== 'finished') yield encodeRecord(startOf(id, entry));
      else {
        const response = await this.readAnswer(entry);
        const answer = entry.unsaved ?? (response && answerOf(response));
        yield encodeRecord(finishOf(id, entry), answer?.text);
      }
    }
  }
}

/** A start without a finish in an earlier process was interrupted. */
function recalled(record: JournalRecord, place: Place): Entry {
  const { at, call, approval } = record;
  const known = { at, born: 0, call, place, ...(approval === undefined ? {} : { approval }) };
  if (record.kind === 'start') return { ...known, state: 'interrupted', answered: false };
  return { ...known, state: 'finished', answered: record.response !== undefined };
}

function startOf(id: string, { at, call, approval }: Entry): StartRecord {
  return { kind: 'start', id, at, call, ...(approval === undefined ? {} : { approval }) };
}

function finishOf(id: string, entry: Entry): FinishRecord {
  return { ...startOf(id, entry), kind: 'finish' };
}

/** Size of its line after compaction, when a forgotten answer is gone. */
function neededBytes({ state, answered, place }: Entry): number {
  const short = state === 'finished' && !answered;
  return Math.min(place.length + 1, short ? SHORT_LINE_BYTES : Infinity);
}

const NOWHERE: Place = { offset: 0, length: 0 };
