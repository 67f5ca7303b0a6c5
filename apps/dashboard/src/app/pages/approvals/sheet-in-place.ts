import { Component, computed, inject, input } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FollowBottom } from '../../ui/follow-bottom';
import { ConfirmSheet } from './confirm-sheet';

/** The confirm sheet where another page has a place for it; leaving it leads back to that page. */
@Component({
  selector: 'kenny-sheet-in-place',
  imports: [ConfirmSheet],
  template: `
    @if (approval(); as approval) {
      <kenny-confirm-sheet
        [approval]="approval"
        [sticks]="sticks"
        [inside]="sticks"
        (later)="close()"
      />
    }
  `,
})
export class SheetInPlace {
  private readonly store = inject(ApprovalsStore);
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  readonly id = input.required<string>();
  /** In a conversation, where the composer gives way to them. */
  protected readonly sticks = inject(FollowBottom, { optional: true }) !== null;
  protected readonly approval = computed(() => this.store.approval(this.id()));

  protected close(): void {
    void this.router.navigate(['../..'], {
      relativeTo: this.route,
      queryParamsHandling: 'preserve',
    });
  }
}
