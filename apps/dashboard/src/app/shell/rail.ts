import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { partByPart } from '../core/scheduling/scheduler';
import { Icon } from '../ui/icon';
import { Session } from '../core/session/session';
import { navigationFor } from '../pages/navigation';
import { WaitingTasks } from '../core/tasks/waiting-tasks';
import { UserButton } from './user-button';

/** As many as fit beside the button for the others, at 360 px. */
const IN_BAR = 4;

/** The pages, how many approvals and tasks wait, and who works here. */
@Component({
  selector: 'kenny-rail',
  imports: [Icon, NgTemplateOutlet, RouterLink, RouterLinkActive, UserButton],
  templateUrl: './rail.html',
  styleUrl: './rail.css',
  host: { '(keydown.escape)': 'more.set(false)' },
})
export class Rail {
  private readonly approvals = inject(ApprovalsStore);
  private readonly tasks = inject(WaitingTasks);
  private readonly session = inject(Session);
  /** Navigation first, then the user. */
  protected readonly drawn = partByPart(
    () => 1,
    () => true,
  );
  private readonly items = computed(() => navigationFor(this.session));
  /** In the bar of a phone; the others are behind a button there. */
  protected readonly first = computed(() => this.items().slice(0, IN_BAR));
  protected readonly rest = computed(() => this.items().slice(IN_BAR));
  protected readonly more = signal(false);
  private readonly counts = computed<Readonly<Record<string, number>>>(() => ({
    '/approvals': this.approvals.waiting().length,
    '/tasks': this.tasks.all().length,
  }));
  /** What waits behind the button. */
  protected readonly hidden = computed(() =>
    this.rest().reduce((sum, { path }) => sum + this.waiting(path), 0),
  );

  protected waiting(path: string): number {
    return this.counts()[path] ?? 0;
  }
}
