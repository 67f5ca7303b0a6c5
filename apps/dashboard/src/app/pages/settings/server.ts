import { Component, inject } from '@angular/core';
import { Session } from '../../core/session/session';
import { Backups } from './backups';
import { ChatKey } from './chat-key';
import { ServerFactsPanel } from './server-facts';

/** What this server is, its backups and the key of its chat. */
@Component({
  selector: 'kenny-server',
  imports: [Backups, ChatKey, ServerFactsPanel],
  template: `
    <kenny-server-facts #server />
    @if (admin) {
      <kenny-backups (planned)="server.facts.reload()" />
      <kenny-chat-key />
    }
  `,
  styles: ':host { display: block; }',
  host: { class: 'in-order' },
})
export class Server {
  protected readonly admin = inject(Session).reaches('admin');
}
