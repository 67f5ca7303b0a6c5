import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { eventually, now } from './processes.mjs';

/** A word in each command by which its runs are told apart. */
const MARK = /fault-[0-9a-z-]+/;
const MARKS = new RegExp(MARK, 'g');
/** States in which nothing ran. */
const NEVER_RAN = ['lapsed', 'not_run', 'denied', 'expired', 'cancelled'];
const UNDER_WAY = ['approved', 'sent'];

/**
 * Counts what every PC was really asked to run, in a file of its own that is synced before a PC goes
 * on, and holds what people were told against it.
 */
export class Oracle {
  #file;
  #marks = 0;
  /** Mark → how often a PC was asked to run it. */
  #runs = new Map();
  /** Id of an approval → the last state that somebody was told. */
  #told = new Map();
  #reads = [];
  kills = [];

  constructor(file) {
    this.#file = openSync(file, 'a');
  }

  /** A command that nobody has asked for before. */
  /** @param rest - what a shell adds to it */
  newCommand(rest = '') {
    return { command: `echo fault-${process.pid}-${(this.#marks += 1)}${rest}` };
  }

  /** A PC was asked to run this. */
  ran(pc, command, callId) {
    writeSync(this.#file, `${JSON.stringify({ at: Date.now(), pc, command, callId })}\n`);
    fdatasyncSync(this.#file);
    const mark = markOf(command);
    this.#runs.set(mark, this.runsOf({ command }) + 1);
  }

  /** Lines that real agents' commands have left in this file, one for each run. */
  countLines(file) {
    for (const mark of existsSync(file) ? (readFileSync(file, 'utf8').match(MARKS) ?? []) : []) {
      this.#runs.set(mark, (this.#runs.get(mark) ?? 0) + 1);
    }
  }

  runsOf({ command }) {
    return this.#runs.get(markOf(command)) ?? 0;
  }

  /** Somebody has an answer in hand that says so. */
  told({ id, state }) {
    this.#told.set(id, state);
  }

  /** The approvals that somebody was told of, with the last state they were told. */
  get toldOf() {
    return new Map(this.#told);
  }

  /** @param sensitive - somebody saw a PC's own content */
  readAnswered(callId, at, sensitive = false) {
    this.#reads.push({ callId, at, sensitive });
  }

  killed(at = now()) {
    this.kills.push(at);
  }

  get reads() {
    return this.#reads.length;
  }

  /** Waits until nothing is under way; a settled approval may still be `unknown`. */
  async settled(person, patienceMs = 60_000) {
    const began = now();
    await eventually(
      'nothing is under way any more',
      async () => {
        const all = await person.approvals();
        return !all.some(({ state }) => UNDER_WAY.includes(state) || state === 'unknown');
      },
      patienceMs,
      200,
    ).catch(() => undefined);
    return now() - began;
  }

  /** What people were told against what the PCs counted. */
  async reconcile(person) {
    const approvals = await person.approvals();
    const byId = new Map(approvals.map((approval) => [approval.id, approval]));
    const figures = { approvals: approvals.length, states: countBy(approvals, 'state') };
    const wrong = { twice: [], doneNotRun: [], ranNotDone: [], lost: [], gone: [] };
    for (const [mark, runs] of this.#runs) if (runs > 1) wrong.twice.push(mark);
    for (const { id, state, args } of approvals) {
      const runs = this.runsOf(args);
      if (state === 'done' && runs !== 1) wrong.doneNotRun.push(id);
      if (NEVER_RAN.includes(state) && runs > 0) wrong.ranNotDone.push(id);
    }
    for (const [id, state] of this.#told) {
      const approval = byId.get(id);
      if (!approval) wrong.gone.push(id);
      else if (state === 'done' && approval.state !== 'done') wrong.lost.push(id);
    }
    const open = approvals.filter(({ state }) => [...UNDER_WAY, 'unknown'].includes(state)).length;
    const acknowledged = [...this.#told.values()].filter((state) => state === 'done').length;
    return { ...figures, ...wrong, open, acknowledged };
  }

  /** Answered reads without a row, and how old their answers were when the server was killed. */
  async readsWithoutRow(person) {
    const rows = new Set((await person.record()).map(({ call_id }) => call_id));
    const missing = this.#reads.filter(({ callId }) => !rows.has(callId));
    const ages = missing.flatMap(({ at }) => {
      const kill = this.kills.find((time) => time >= at);
      return kill === undefined ? [] : [kill - at];
    });
    const sensitive = missing.filter((read) => read.sensitive).length;
    ages.sort((a, b) => a - b);
    return { missing: missing.length, of: this.#reads.length, ages, sensitive };
  }

  close() {
    closeSync(this.#file);
  }
}

export const markOf = (command) => MARK.exec(command)?.[0] ?? command;

export function countBy(items, key) {
  const counts = {};
  for (const item of items) counts[item[key]] = (counts[item[key]] ?? 0) + 1;
  return counts;
}

/** The value below which this part of the sorted numbers lies. */
export const percentile = (sorted, part) =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
