import { setTimeout as pause } from 'node:timers/promises';
import { Unanswered } from './person.mjs';

const AFTER_TROUBLE_MS = 60;
const BETWEEN_READS_MS = 4;
const SENSITIVE_ONE_IN = 3;
const OPEN = ['pending', 'approved', 'sent'];

/**
 * People who ask, approve and read for as long as it takes, whatever becomes of the server. Every
 * answer goes to the oracle.
 */
export class Crowd {
  /** Answers by status, of reads and of changes. */
  answers = { reads: {}, sensitive: {}, changes: {} };
  /** Refusals of changes: code → words. */
  words = {};
  /** Milliseconds of answered reads and of refused changes. */
  readMs = [];
  refusedMs = [];
  #stopped = false;
  #running = [];

  constructor(world, pcs) {
    this.world = world;
    this.pcs = pcs;
  }

  static async gather(world, pcs, { callers, readers }) {
    const crowd = new Crowd(world, pcs);
    const people = [];
    for (let i = 0; i < callers + readers; i += 1) people.push(await world.newPerson());
    crowd.callers = people.slice(0, callers);
    crowd.readers = people.slice(callers);
    return crowd;
  }

  begin() {
    this.#stopped = false;
    this.#running = [
      ...this.callers.map((person) => this.#keep(() => this.changeOnce(person))),
      ...this.readers.map((person) => this.#keep(() => this.readOnce(person))),
    ];
  }

  async end() {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  forget() {
    this.answers = { reads: {}, sensitive: {}, changes: {} };
    this.readMs = [];
    this.refusedMs = [];
    this.words = {};
  }

  async #keep(once) {
    while (!this.#stopped) {
      try {
        if (!(await once())) await pause(AFTER_TROUBLE_MS);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        await pause(AFTER_TROUBLE_MS);
      }
    }
  }

  async readOnce(person) {
    const sensitive = this.#isCurious(person);
    const tool = sensitive ? 'fs_read' : 'fs_list';
    const { status, body, at, ms } = await person.tool(tool, this.#anyPc(), { path: '/srv/a' });
    count(sensitive ? this.answers.sensitive : this.answers.reads, status);
    this.readMs.push(ms);
    if (status === 200) this.world.oracle.readAnswered(body.call_id, at, sensitive);
    await pause(BETWEEN_READS_MS);
    return status === 200;
  }

  /** Asks for one change and sees to it until it has come to an end. */
  async changeOnce(person) {
    const { oracle } = this.world;
    const args = oracle.newCommand();
    const pc = this.#anyPc();
    const approval = await this.#asked(person, pc, args);
    if (!approval) return false;
    oracle.told(approval);
    for (let { state } = approval; OPEN.includes(state) && !this.#stopped;) {
      try {
        const answer = await person.approve(approval, 20);
        this.#judge(answer);
        ({ state } =
          answer.status === 200 ? answer.body.approval : await person.approval(approval.id));
        oracle.told({ id: approval.id, state });
        if (answer.status !== 200) await pause(AFTER_TROUBLE_MS);
      } catch {
        // The answer is lost; the approval says what became of it once somebody answers.
        await pause(AFTER_TROUBLE_MS);
      }
    }
    return true;
  }

  /** The same call asked for again is the same approval while that one is open. */
  async #asked(person, pc, args) {
    while (!this.#stopped) {
      try {
        const answer = await person.tool('shell_exec', pc, args);
        this.#judge(answer);
        return answer.status === 202 ? answer.body.approval : undefined;
      } catch {
        await pause(AFTER_TROUBLE_MS);
      }
    }
    return undefined;
  }

  #judge({ status, body, ms }) {
    count(this.answers.changes, status);
    if (status < 400) return;
    this.refusedMs.push(ms);
    this.words[`${status} ${body.error?.code}`] ??= body.error?.message;
  }

  /** One reader in so many reads what is in files. */
  #isCurious(person) {
    return this.readers.indexOf(person) % SENSITIVE_ONE_IN === 0;
  }

  #anyPc() {
    return this.pcs.ids[Math.floor(Math.random() * this.pcs.ids.length)];
  }
}

const count = (counts, key) => (counts[key] = (counts[key] ?? 0) + 1);

/** `200: 512, 503: 3`. */
export const told = (counts) =>
  Object.entries(counts)
    .map(([name, number]) => `${name}: ${number}`)
    .join(', ') || 'none';
