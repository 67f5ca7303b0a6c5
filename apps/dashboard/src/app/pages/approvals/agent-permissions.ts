import { Component, DestroyRef, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';

const REFRESH_MS = 4_000;

/** What external agents want to do on the server itself; each is decided on the page of its task. */
@Component({
  selector: 'kenny-agent-permissions',
  imports: [RelativeTime, ResourceStateNote, RouterLink, UntrustedText],
  template: `
    @if (permissions.error()) {
      <kenny-resource-state [of]="permissions" />
    }
    @if (permissions.value()?.permissions; as waiting) {
      @if (waiting.length > 0) {
        <h2>Agents asking for permission</h2>
        <ul class="panel list" aria-label="Agents asking for permission">
          @for (one of waiting; track one.pending_id) {
            <li>
              <a [routerLink]="['/tasks', one.task_id]"><kenny-untrusted [text]="one.title" /></a>
              <span>On this server</span>
              <span class="dim"><kenny-time [at]="one.created_at" /></span>
            </li>
          }
        </ul>
      }
    }
  `,
  styleUrl: './approvals.css',
})
export class AgentPermissions {
  private readonly socket = inject(LiveSocket);
  private readonly mayDecide = inject(Session).mayDecide;
  protected readonly permissions = apiResource({
    params: () => (this.mayDecide() && this.socket.state() === 'open' ? true : undefined),
    loader: () => this.socket.request('permission.list', {}),
    subject: () => true,
  });

  constructor() {
    const timer = setInterval(() => {
      if (!document.hidden) this.permissions.reload();
    }, REFRESH_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }
}
