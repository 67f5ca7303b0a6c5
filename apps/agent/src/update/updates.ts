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
  /** Why this PC takes no updates, if so; one in progress is still finished. */
  readonly unsupported: string | undefined;
  /** Kills the process when it hangs; `tell` is called when it cannot. @returns stops the watch */
  readonly watch: (tell: (line: string) => void) => () => void;
}

export interface UpdateSurroundings {
  readonly clock: Clock;
  readonly log: Logger;
  /** How long a new version may take to reach the server. */
  readonly confirmMs: number;
  /** Ends the process so that the service manager starts it again. */
  readonly restart: () => void;
}

/**
 * Updates of this program (ADR 0040): from the server's request until the new version has reached
 * the server, across any number of processes. State passes between them in one small file, written
 * before the program's files are touched.
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
   * Call first in a service, before the configuration is read: a new version that fails at that
   * must be rolled back too. Never throws.
   * @returns `restart`: the files are in order, and the process must exit with the restart code
   */
  static async open(options: UpdatesOptions): Promise<{ updates: Updates; restart: boolean }> {
    const { build, os, recordFile, startedFrom } = options;
    const before = await readUpdateRecord(recordFile);
    const { record, action, news } = atStart(before, build.version, startedFrom);
    const updates = new Updates(options, record);
    if (news !== undefined) updates.news.push(news);
    if (before?.pending) await updates.orTell('the update record', () => updates.save());
    if (action === 'go_back' || action === 'mend') {
      const steps = swapSteps(os)[action === 'mend' ? 'mend' : 'back'];
      return { updates, restart: await updates.putBack(steps) };
    }
    if (action === 'trial') updates.unwatch = options.watch((line) => updates.tell(line));
    // The service manager may start the kept file next, so it must stay.
    if (action === 'stay') updates.givingUp = await options.files.has('kept');
    if (action === 'run') await updates.tidy();
    return { updates, restart: false };
  }

  /** Why this PC takes no updates; undefined when it does. */
  get unsupported(): string | undefined {
    return this.options.unsupported;
  }

  /** The files changed: this process must end and another one start. */
  get restartDue(): boolean {
    return this.due;
  }

  /** The process is up: logs what the start found, and starts a new version's deadline. */
  begin(surroundings: UpdateSurroundings): void {
    this.surroundings = surroundings;
    for (const line of this.news.splice(0)) surroundings.log.error(line);
    if (this.onTrial && !this.isStuck) this.waitForServer(surroundings);
  }

  /** Reaching the server is what confirms a new version. */
  async connected(): Promise<void> {
    if (this.givingUp || this.busy) return;
    this.deadline?.cancel();
    const pending = this.onTrial;
    const record = pending ? confirmed(this.record) : this.record;
    // Written once per version, also when it was installed by hand.
    const known = await readUpdateRecord(this.options.recordFile);
    if (!pending && known?.highest === record.highest) return;
    const saved = await this.orTell('the update record', () => this.save(record));
    // The next start may still roll back to these; the next connection tries again.
    if (!saved) return;
    this.record = record;
    if (!pending) return;
    this.unwatch?.();
    this.surroundings?.log.info('updated', { from: pending.from, to: pending.to });
    await this.tidy();
  }

  /** Stops the timers; an update in progress continues at the next start. */
  end(): void {
    this.deadline?.cancel();
    this.unwatch?.();
    this.surroundings = undefined;
  }

  /**
   * `agent_update`: downloads, checks, tries out and swaps. The caller restarts, after its answer.
   * @throws ToolFailure; the running program is then still in place
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

  /** Not cancellable from here: half a swap is worse than an unwanted one. */
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
    // Also after a failed step: the next start puts the files in order.
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

  /** The update in progress, if this process is the new version. */
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
    const saved = await this.orTell('the update record', () => this.save());
    if (!saved) {
      this.record = wayBackFailed(this.record);
      // Nothing was touched, and the server may still be reached.
      this.givingUp = false;
    }
    const back = saved && (await this.putBack(swapSteps(this.options.os).back));
    // Even half done: the service manager may now start the kept file, which continues from there.
    if (back || (saved && this.givingUp)) surroundings.restart();
    // A disk that refuses now may accept later.
    else if (!this.isStuck) this.waitForServer(surroundings);
  }

  private get isStuck(): boolean {
    return whyStuck(this.record) !== undefined;
  }

  /**
   * Rolls back to the old version. Once started it is never confirmed again: that would remove the
   * kept file, which the service manager may start next.
   * @returns whether it is done and this process must end
   */
  private async putBack(steps: readonly SwapStep[]): Promise<boolean> {
    const { files } = this.options;
    this.givingUp = true;
    if (await this.orTell('putting the old version back', () => files.run(steps))) return true;
    if (this.onTrial) {
      this.record = wayBackFailed(this.record);
      await this.orTell('the update record', () => this.save());
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
