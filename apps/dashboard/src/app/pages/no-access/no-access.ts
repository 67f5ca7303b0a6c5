import { Component, computed, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { Router, RouterLink } from '@angular/router';

const ASK = 'To get more access, ask an admin for a token of scope operator.';

/** By the first path segment. */
const WORDS: Readonly<Record<string, string>> = {
  approvals: 'Your access can view PCs. It cannot see or decide approvals. ' + ASK,
  chat: 'Your access can view PCs. It cannot ask Claude about them. ' + ASK,
  settings: 'Only an admin can change these settings.',
};

/** Shown instead of a page that the user's scope does not reach. */
@Component({
  selector: 'kenny-no-access',
  imports: [RouterLink],
  template: `
    <h1>No access to this page</h1>
    <div class="panel empty">
      <p>{{ words() }}</p>
      <p><a routerLink="/today">Go to Today</a></p>
    </div>
  `,
  styles: `
    h1 {
      margin-bottom: 14px;
    }
    .empty {
      max-width: 620px;
      padding: 8px 18px;
    }
  `,
})
export class NoAccess {
  private readonly router = inject(Router);
  private readonly moved = toSignal(this.router.events);
  protected readonly words = computed(() => {
    this.moved();
    const [, first = ''] = this.router.url.split(/[/?#]/);
    return WORDS[first] ?? 'Your access cannot open this page.';
  });
}
