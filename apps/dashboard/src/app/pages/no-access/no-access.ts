import { Component, computed, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { Router, RouterLink } from '@angular/router';

/** What such an access cannot do, by the first part of the address. */
const WORDS: Readonly<Record<string, string>> = {
  approvals: 'Your access can view PCs. It cannot see or decide approvals.',
  chat: 'Your access can view PCs. It cannot ask Claude about them.',
};

/** In place of a page that would be refused to who works here. */
@Component({
  selector: 'kenny-no-access',
  imports: [RouterLink],
  template: `
    <h1>No access to this page</h1>
    <div class="panel empty">
      <p>{{ words() }} To get more access, ask an admin for a token of scope operator.</p>
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
