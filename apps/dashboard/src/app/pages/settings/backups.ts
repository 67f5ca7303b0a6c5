import { Component, computed, effect, inject, output, signal, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { BackupKind, BackupPhase, BackupView } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { capitalised } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { PageClock } from '../../core/time/clock';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { shortList } from '../../ui/short-list';
import { UntrustedText } from '../../ui/untrusted-text';
import { BackupPlanForm } from './backup-plan';
import { RestoreSteps } from './restore-steps';

const PHASES: Readonly<Record<BackupPhase, string>> = {
  database: 'Copying the database',
  checking: 'Checking the copy',
  writing: 'Writing the backup',
  verifying: 'Reading it back',
};

const KINDS: Readonly<Record<BackupKind, string>> = {
  daily: 'Daily',
  manual: 'Made by hand',
  upgrade: 'Before a new version',
};

/** Of the newest. */
const AT_FIRST = 3;

/** Backups of the server: the plan, those that there are and where, and one more. */
@Component({
  selector: 'kenny-backups',
  imports: [
    BackupPlanForm,
    ErrorNote,
    Icon,
    MatButton,
    RelativeTime,
    ResourceStateNote,
    RestoreSteps,
    RouterLink,
    UntrustedText,
  ],
  templateUrl: './backups.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
})
export class Backups {
  private readonly api = inject(ApiClient);
  private readonly clock = inject(PageClock);
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
  /** Told when the plan is another one. */
  readonly planned = output();
  /** Name of the one whose way back is shown. */
  protected readonly restored = signal<string | null>(null);
  protected readonly list = shortList(() => this.state.value()?.items ?? [], AT_FIRST);

  protected readonly copies = computed(() => this.state.value()?.copies ?? null);
  protected readonly sending = new Mutation();
  /** Something of this list is not in the bucket, or nobody knows. */
  protected readonly lacks = computed(
    () => this.state.value()?.items.some(({ sent }) => sent !== true) ?? false,
  );

  /** What a theft or a fire would show; null when neither does harm. */
  protected readonly lacking = computed(() => {
    const state = this.state.value();
    if (!state || (state.encrypts && state.copies)) return null;
    const [open, alone] = [!state.encrypts, !state.copies];
    const lacks = [...(open ? ['not encrypted'] : []), ...(alone ? ['only on this machine'] : [])];
    const harm = [
      ...(open ? ['whoever gets at them can read them'] : []),
      ...(alone ? ['a broken disk takes them, too'] : []),
    ];
    return { words: capitalised(lacks.join(', ')), harm: capitalised(harm.join(', and ')) };
  });

  constructor() {
    // While one is made or sent, ask again with every tick of the page.
    effect(() => {
      this.clock.now();
      untracked(() => {
        const isWorking = this.running() !== null || this.copies()?.busy === true;
        if (isWorking && !this.state.busy()) this.state.reload();
      });
    });
  }

  protected changed(): void {
    this.state.reload();
    this.planned.emit();
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
