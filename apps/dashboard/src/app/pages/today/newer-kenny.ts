import { Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';

/** That a newer kenny is known of, for whoever can bring it here. */
@Component({
  selector: 'kenny-newer-kenny',
  imports: [RouterLink],
  template: `
    @if (newer()) {
      <p class="dim">
        A newer version of kenny is out. <a routerLink="/settings/releases">See what to do</a>
      </p>
    }
  `,
})
export class NewerKenny {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  private readonly facts = apiResource({
    // Whoever may reach only some PCs may not change the server.
    params: () =>
      (this.session.reaches('admin') && this.session.me()?.agents === null) || undefined,
    loader: () => this.api.server(),
  });
  protected readonly newer = computed(() => this.facts.value()?.newer ?? null);
}
