import { Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { partByPart } from '../core/scheduling/scheduler';
import { Icon } from '../ui/icon';
import { Session } from '../core/session/session';
import { navigationFor } from '../pages/navigation';
import { UserButton } from './user-button';

/** The pages, how many approvals wait, and who works here. */
@Component({
  selector: 'kenny-rail',
  imports: [Icon, RouterLink, RouterLinkActive, UserButton],
  templateUrl: './rail.html',
  styleUrl: './rail.css',
})
export class Rail {
  private readonly approvals = inject(ApprovalsStore);
  private readonly session = inject(Session);
  /** Navigation first, then the user. */
  protected readonly drawn = partByPart(
    () => 1,
    () => true,
  );
  protected readonly items = computed(() => navigationFor(this.session));
  protected readonly waiting = computed(() => this.approvals.waiting().length);
}
