import { Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { partByPart } from '../core/next-task';
import { Icon } from '../pieces/icon';
import { Session } from '../core/session/session';
import { nounsFor } from './nouns';
import { UserMenu } from './user-menu';

/** The nouns of the product, how many approvals wait, and who works here. */
@Component({
  selector: 'kenny-rail',
  imports: [Icon, RouterLink, RouterLinkActive, UserMenu],
  templateUrl: './rail.html',
  styleUrl: './rail.css',
})
export class Rail {
  private readonly approvals = inject(ApprovalsStore);
  private readonly session = inject(Session);
  /** Where somebody can go first, then who works here. */
  protected readonly drawn = partByPart(
    () => 1,
    () => true,
  );
  protected readonly nouns = computed(() => nounsFor(this.session));
  protected readonly waiting = computed(() => this.approvals.waiting().length);
}
