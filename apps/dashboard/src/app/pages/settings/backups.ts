import { Component, computed, effect, inject, signal, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import {
  BACKUP_COPY_DAYS,
  type BackupKind,
  type BackupPhase,
  type BackupView,
  holdsEveryRight,
} from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { DAY_MS, MINUTE_MS } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { absoluteTime, dateWords, momentWords } from '../../core/time/relative';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { shortList } from '../../ui/short-list';
import { UntrustedText } from '../../ui/untrusted-text';
import { BackupPlanForm } from './backup-plan';
import { DownloadBackup } from './download-backup';
import { RestoreBackup } from './restore-backup';
import { RestoreFile } from './restore-file';

const PHASES: Readonly<Record<BackupPhase, string>> = {
  database: 'Copying the database',
  checking: 'Checking the copy',
  writing: 'Writing the backup',
  verifying: 'Reading it back',
};

const KINDS: Readonly<Record<BackupKind, string>> = {
  daily: 'Daily',
  manual: 'Made by hand',
  upgrade: 'Before an upgrade',
};

/** A large one on a slow line takes longer; then the next visit shows it. */
const AWAITED_MS = 2 * MINUTE_MS;
const ALONE = {
  words: 'Only on this computer',
  harm: 'A fire, a thief or a broken disk takes the backups, too. Keep a copy elsewhere.',
};
const OPEN_ELSEWHERE = {
  words: 'Not encrypted',
  harm: 'Whoever gets at the copies can read them.',
};

type Part = 'download' | 'restore';

/** Of the newest. */
const AT_FIRST = 3;

/** Backups of the server: the plan, those that there are and where, and one more. */
@Component({
  selector: 'kenny-backups',
  imports: [
    BackupPlanForm,
    DownloadBackup,
    ErrorNote,
    Icon,
    MatButton,
    RelativeTime,
    ResourceStateNote,
    RestoreBackup,
    RestoreFile,
    RouterLink,
    UntrustedText,
  ],
  templateUrl: './backups.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css', './backups.css'],
  styles: ':host { display: block; }',
})
export class Backups {
  private readonly api = inject(ApiClient);
  private readonly clock = inject(PageClock);
  private readonly session = inject(Session);
  protected readonly state = apiResource({ loader: () => this.api.backups() });
  protected readonly starting = new Mutation();
  protected readonly quantity = quantity;
  protected readonly kindWords = KINDS;
  protected readonly sentWords = ({ sent }: BackupView): string =>
    sent === null ? 'not checked yet' : sent ? 'sent' : 'not sent';
  protected readonly running = computed(() => this.state.value()?.running ?? null);
  protected readonly phase = computed(() => {
    const running = this.running();
    return running ? PHASES[running.phase] : '';
  });
  /** The row that is open, and what it shows. */
  protected readonly open = signal<{ name: string; part: Part } | null>(null);
  /** Until when the page looks whether the copy has arrived. */
  private readonly awaited = signal(0);
  private readonly before = signal<string | null>(null);
  private readonly isAwaited = computed(
    () => this.awaited() > 0 && this.downloadedAt() === this.before(),
  );
  protected readonly saving = computed(() => this.isAwaited() && this.awaited() > this.clock.now());
  /** A browser does not tell the page that it could not save a file. */
  protected readonly late = computed(() => this.isAwaited() && !this.saving());
  private readonly downloadedAt = computed(
    () => this.state.value()?.downloaded?.downloaded_at ?? null,
  );
  protected readonly newest = computed(() => this.state.value()?.items[0] ?? null);
  /** The copy that somebody has, until it is too old to be of much use. */
  protected readonly copy = computed(() => {
    const copy = this.state.value()?.downloaded;
    if (!copy) return null;
    const age = this.clock.now() - Date.parse(copy.made_at);
    const day = dateWords(Date.parse(copy.made_at));
    return age <= BACKUP_COPY_DAYS * DAY_MS ? { day } : null;
  });
  protected readonly list = shortList(() => this.state.value()?.items ?? [], AT_FIRST);

  protected readonly copies = computed(() => this.state.value()?.copies ?? null);
  protected readonly sending = new Mutation();
  /** Something of this list is not in the bucket, or nobody knows. */
  protected readonly lacks = computed(
    () => this.state.value()?.items.some(({ sent }) => sent !== true) ?? false,
  );

  /** What a fire or a theft would show; null when neither does harm. */
  protected readonly lacking = computed(() => {
    const state = this.state.value();
    if (!state) return null;
    if (state.copies) return state.encrypts ? null : OPEN_ELSEWHERE;
    if (this.copy()) return null;
    if (!state.downloaded) return ALONE;
    const day = dateWords(Date.parse(state.downloaded.made_at));
    return {
      words: `The newest downloaded backup is from ${day}`,
      harm: 'A broken disk takes all that is newer.',
    };
  });

  /** Why nobody is asked whether to restore; the server refuses it for the same reasons. */
  protected readonly noRestore = computed(() => {
    const server = this.state.value()?.server;
    if (server?.demo) return 'demo';
    if (server?.postgres) return 'postgres';
    const me = this.session.me();
    return me && holdsEveryRight(me) ? null : 'rights';
  });

  constructor() {
    // While one is made or sent, ask again with every tick of the page.
    effect(() => {
      this.clock.now();
      untracked(() => {
        const isWorking = this.running() !== null || this.copies()?.busy === true || this.saving();
        if (isWorking && !this.state.busy()) this.state.reload();
      });
    });
  }

  protected madeWords({ made_at }: BackupView): string {
    return momentWords(Date.parse(made_at), this.clock.now());
  }

  protected absolute({ made_at }: BackupView): string {
    return absoluteTime(Date.parse(made_at));
  }

  protected isOpen({ name }: BackupView, part: Part): boolean {
    const open = this.open();
    return open?.name === name && open.part === part;
  }

  protected turn(one: BackupView, part: Part): void {
    this.open.set(this.isOpen(one, part) ? null : { name: one.name, part });
  }

  protected show({ name }: BackupView): void {
    this.open.set({ name, part: 'download' });
  }

  protected begun(): void {
    this.open.set(null);
    this.before.set(this.downloadedAt());
    this.awaited.set(this.clock.now() + AWAITED_MS);
  }

  protected async start(): Promise<void> {
    await this.starting.run(async () => {
      await this.api.startBackup();
      this.state.reload();
    });
  }

  protected async send(): Promise<void> {
    await this.sending.run(async () => {
      await this.api.sendBackups();
      this.state.reload();
    });
  }
}
