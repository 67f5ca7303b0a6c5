import { Component, computed, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { Session } from '../core/session/session';
import { Theme, THEMES, type ThemeChoice } from '../core/theme/theme';
import { NOUNS } from './nouns';

/** The nouns of the product, how many approvals wait, and who works here. */
@Component({
  selector: 'kenny-rail',
  imports: [RouterLink, RouterLinkActive],
  templateUrl: './rail.html',
  styleUrl: './rail.css',
})
export class Rail {
  private readonly approvals = inject(ApprovalsStore);
  private readonly session = inject(Session);
  private readonly theme = inject(Theme);
  protected readonly nouns = NOUNS;
  protected readonly themes = THEMES;
  protected readonly chosen = this.theme.choice;
  protected readonly me = this.session.me;
  protected readonly waiting = computed(() => this.approvals.waiting().length);

  protected choose(theme: ThemeChoice): void {
    this.theme.choose(theme);
  }

  protected logout(): void {
    void this.session.logout();
  }
}
