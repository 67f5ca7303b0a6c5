import type { ArgsOf, Os, ResultOf } from '@kenny/contract/agent';
import type { Clock, Timer } from '@kenny/kernel';
import { arch } from 'node:os';
import type { AgentBuild } from '../config/build.js';
import { ToolFailure } from '../errors/tool-failure.js';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import { judgeRelease } from './judge-release.js';
import { fetchManifest, type ReleaseSource } from './fetch-release.js';
import { readUpdateRecord, writeUpdateRecord } from './record-file.js';
import { stageRelease, tryOut } from './stage-release.js';
import type { SwapFiles } from './swap-files.js';
import { swapSteps, type SwapStep } from './swap-steps.js';
import {
  atStart,
  begun,
  confirmed,
  givenUp,
  isSame,
  wayBackFailed,
  whyNot,
  whyStuck,
  type PendingUpdate,
  type StartedFrom,
  type UpdateRecord,
} from './update-record.js';

export interface UpdatesOptions {
  readonly build: AgentBuild;
  readonly os: Os;
  readonly recordFile: string;
  readonly files: SwapFiles;
  readonly startedFrom: StartedFrom;
  /** Why this PC takes no updates, when it does not; one that is on its way is still brought to its end. */
  readonly unsupported: string | undefined;
  /** Ends the process when it hangs; `tell` hears when it cannot. @returns what ends that */
  readonly watch: (tell: (line: string) => void) => () => void;
}

/** What the running agent gives to its updates. */
export interface UpdateSurroundings {
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a new version may take to reach the server. */
  readonly confirmMs: number;
  /** Ends the process such that the service manager starts it again. */
  readonly restart: () => void;
}

/**
 * Updates of this program (ADR 0040): from the request of the server to the confirmation that the new
 * version has reached it, over any number of processes. What a process has to know of the ones before
 * it stands in one small file, which is written before the program's files are touched.
 */
export class Updates {
  private readonly news: string[] = [];
  private surroundings: UpdateSurroundings | undefined;
  private deadline: Timer | undefined;
  private unwatch: (() => void) | undefined;
  private busy = false;
  private givingUp = false;
  private due = false;

  private constructor(
    private readonly options: UpdatesOptions,
    private record: UpdateRecord,
  ) {}

  /**
   * The first thing that a service does, before it reads its configuration: a new version that cannot
   * even do that has to be taken back too. Never throws.
   * @returns `restart`: the files are put in order, and the process has to end with the restart's code
   */
  static async open(options: UpdatesOptions): Promise<{ updates: Updates; restart: boolean }> {
    const { build, os, recordFile, startedFrom } = options;
    const before = await readUpdateRecord(recordFile);
    const { record, action, news } = atStart(before, build.version, startedFrom);
    const updates = new Updates(options, record);
    if (news !== undefined) updates.news.push(news);
    if (before?.pending) await updates.orTell('the record of the update', () => updates.save());
    if (action === 'go_back' || action === 'mend') {
      const steps = swapSteps(os)[action === 'mend' ? 'mend' : 'back'];
      return { updates, restart: await updates.putBack(steps) };
    }
    if (action === 'trial') updates.unwatch = options.watch((line) => updates.tell(line));
    // The service manager may start the kept file next, so nothing may remove it.
    if (action === 'stay') updates.givingUp = await options.files.has('kept');
    if (action === 'run') await updates.tidy();
    return { updates, restart: false };
  }

  /** Why this PC takes no updates; undefined when it does. */
  get unsupported(): string | undefined {
    return this.options.unsupported;
  }

  /** The files were touched: this process has to end, and another one to start. */
  get restartDue(): boolean {
    return this.due;
  }

  /** The process is up: tells what was seen at the start, and gives a new version its time. */
  begin(surroundings: UpdateSurroundings): void {
    this.surroundings = surroundings;
    for (const line of this.news.splice(0)) surroundings.log.error(line);
    if (this.onTrial && !this.isStuck) this.waitForServer(surroundings);
  }

  /** The server has taken us in: that is what a new version has to manage. */
  async connected(): Promise<void> {
    if (this.givingUp || this.busy) return;
    this.deadline?.cancel();
    const pending = this.onTrial;
    const record = pending ? confirmed(this.record) : this.record;
    // Also the first time that this version runs, and then never again.
    const known = await readUpdateRecord(this.options.recordFile);
    if (!pending && known?.highest === record.highest) return;
    const saved = await this.orTell('the record of the update', () => this.save(record));
    // What the next start would still go back to has to stay; the next connection tries again.
    if (!saved) return;
    this.record = record;
    if (!pending) return;
    this.unwatch?.();
    this.surroundings?.log.info('updated', { from: pending.from, to: pending.to });
    await this.tidy();
  }

  /** Nothing is waited for any more; what is on its way goes on at the next start. */
  end(): void {
    this.deadline?.cancel();
    this.unwatch?.();
    this.surroundings = undefined;
  }

  /**
   * `agent_update`: fetches, judges, tries out and swaps. The restart is the caller's, after its answer.
   * @throws ToolFailure; the program that runs is then the one in place
   */
  async update(
    { version, url, sha256 }: ArgsOf<'agent_update'>,
    source: ReleaseSource,
  ): Promise<ResultOf<'agent_update'>> {
    const { build, os, files } = this.options;
    const refusal = this.busy
      ? 'an update is on its way'
      : whyNot(this.record, build.version, version);
    if (refusal !== undefined) throw new ToolFailure('exec_failed', refusal);
    this.busy = true;
    try {
      const manifest = await fetchManifest(url, source);
      judgeRelease(manifest, { version, sha256, os, arch: arch(), releaseKey: build.releaseKey });
      await stageRelease(url, files.places.fresh, manifest, source);
      await tryOut(files.places.fresh, manifest, source.signal);
      source.signal.throwIfAborted();
      await this.swap(version);
      return { ok: true, staged_version: version };
    } catch (error) {
      if (this.due) throw error;
      this.busy = false;
      await this.tidy();
      throw error;
    }
  }

  /** From here on nothing ends it: half a swap is worse than one that nobody wants any more. */
  private async swap(to: string): Promise<void> {
    const { build, os, files } = this.options;
    const before = this.record;
    this.record = begun(before, build.version, to);
    try {
      await this.save();
    } catch (error) {
      this.record = before;
      throw new ToolFailure('exec_failed', `the update cannot be recorded: ${errorText(error)}`);
    }
    // Also when a step fails: whatever was done, a start puts it in order.
    this.due = true;
    try {
      await files.run(swapSteps(os).forward);
    } catch (error) {
      throw new ToolFailure(
        'exec_failed',
        `the program cannot be replaced: ${errorText(error)}; the agent starts again as it was`,
      );
    }
  }

  /** What is on its way, when this process is the new version. */
  private get onTrial(): PendingUpdate | undefined {
    const { pending } = this.record;
    return pending && isSame(pending.to, this.options.build.version) ? pending : undefined;
  }

  private waitForServer({ clock, confirmMs }: UpdateSurroundings): void {
    this.deadline = clock.setTimer(() => void this.giveUp(confirmMs), confirmMs);
  }

  private async giveUp(afterMs: number): Promise<void> {
    const { surroundings } = this;
    if (!surroundings || !this.onTrial) return;
    this.givingUp = true;
    this.record = givenUp(this.record, `it did not reach the server within ${afterMs / 1000} s`);
    const saved = await this.orTell('the record of the update', () => this.save());
    if (!saved) {
      this.record = wayBackFailed(this.record);
      // Nothing was touched, and the server may still be reached.
      this.givingUp = false;
    }
    const back = saved && (await this.putBack(swapSteps(this.options.os).back));
    // Half-way as well: the service manager may start the kept file now, which goes on from there.
    if (back || (saved && this.givingUp)) surroundings.restart();
    // A disk that refuses now may not in a while.
    else if (!this.isStuck) this.waitForServer(surroundings);
  }

  private get isStuck(): boolean {
    return whyStuck(this.record) !== undefined;
  }

  /**
   * The old version comes back. Where that stops half-way, nothing is confirmed any more: it would
   * remove the kept file, which the service manager may start next.
   * @returns whether it is done, and this process has to end
   */
  private async putBack(steps: readonly SwapStep[]): Promise<boolean> {
    const { files } = this.options;
    this.givingUp = true;
    if (await this.orTell('putting the old version back', () => files.run(steps))) return true;
    if (this.onTrial) {
      this.record = wayBackFailed(this.record);
      await this.orTell('the record of the update', () => this.save());
      const stuck = whyStuck(this.record);
      if (stuck !== undefined) this.tell(stuck);
    }
    // Without the kept file nothing was touched, and this version may still prove itself.
    this.givingUp = await files.has('kept');
    return false;
  }

  private save(record = this.record): Promise<void> {
    return writeUpdateRecord(this.options.recordFile, record);
  }

  private async tidy(): Promise<void> {
    for (const file of await this.options.files.tidy()) {
      this.surroundings?.log.warn('a file of an update cannot be removed yet', { file });
    }
  }

  private async orTell(what: string, act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      this.tell(`${what} failed: ${errorText(error)}`);
      return false;
    }
  }

  private tell(line: string): void {
    if (this.surroundings) this.surroundings.log.error(line);
    else this.news.push(line);
  }
}
