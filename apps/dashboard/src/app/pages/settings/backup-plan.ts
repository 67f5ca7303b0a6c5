import { Component, computed, inject, input, linkedSignal, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { BACKUP_KEEP_REACH, type BackupPlan, type BackupState } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ownTimeZone, zoneWords } from '../../core/time/time-zones';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { Icon } from '../../ui/icon';
import { TimeZoneField } from '../../ui/time-zone-field';

const COUNTS = [
  { key: 'keep_days', label: 'Daily backups to keep', ...BACKUP_KEEP_REACH.days },
  { key: 'keep_weeks', label: 'Weekly backups to keep', ...BACKUP_KEEP_REACH.weeks },
] as const;

/** Whether backups are made each day, when, and how many are kept. */
@Component({
  selector: 'kenny-backup-plan',
  imports: [
    ErrorNote,
    Icon,
    MatButton,
    MatCheckbox,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    TimeZoneField,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './backup-plan.html',
  styleUrls: ['../../ui/headed-rows.css', '../../ui/form.css'],
  styles: `
    .plan {
      padding: 8px 18px;
      margin-bottom: 12px;
    }
    .off {
      display: flex;
      gap: 8px;
      align-items: start;
      padding: 8px 12px;
      border-radius: 6px;
      background: var(--warn-bg);
    }
    form {
      display: grid;
      gap: 14px;
      padding-bottom: 10px;
    }
    p {
      margin: 4px 0 8px;
    }
  `,
})
export class BackupPlanForm {
  private readonly api = inject(ApiClient);
  readonly plan = input.required<BackupPlan>();
  /** The server's environment says whether. */
  readonly fixed = input.required<boolean>();
  readonly changed = output<BackupState>();
  /** As it is on the page. */
  protected readonly own = linkedSignal(() => this.plan());
  protected readonly saving = new Mutation();
  protected readonly saved = signal(false);
  protected readonly counts = COUNTS;
  /** What the time of day begins with. */
  protected readonly night = '03:00';
  protected readonly fits = computed(() => COUNTS.every((one) => this.isKeepable(one)));
  protected readonly summary = computed(() => {
    const { at, time_zone, keep_days, keep_weeks } = this.plan();
    const when = at === null ? 'At any time of day' : `After ${at} (${zoneWords(time_zone)})`;
    return `${when} · ${keep_days} daily and ${keep_weeks} weekly backups are kept`;
  });

  protected isKeepable({ key, min, max }: (typeof COUNTS)[number]): boolean {
    const count = this.own()[key];
    return Number.isInteger(count) && count >= min && count <= max;
  }

  protected change(change: Partial<BackupPlan>): void {
    this.saved.set(false);
    this.own.update((own) => ({
      ...own,
      ...(own.at === null && change.at ? { time_zone: ownTimeZone() } : {}),
      ...change,
    }));
  }

  protected keep(key: (typeof COUNTS)[number]['key'], text: string): void {
    this.change({ [key]: text.trim() === '' ? Number.NaN : Number(text) });
  }

  /** At once; what is written in the form below waits for its own button. */
  protected async turn(automatic: boolean, box: MatCheckbox): Promise<void> {
    await this.store({ ...this.plan(), automatic });
    if (this.saving.error()) box.checked = !automatic;
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.fits() || this.saving.busy()) return;
    await this.store({ ...this.own(), automatic: this.plan().automatic });
    this.saved.set(this.saving.error() === null);
  }

  private async store(plan: BackupPlan): Promise<void> {
    await this.saving.run(async () => this.changed.emit(await this.api.planBackups(plan)));
  }
}
