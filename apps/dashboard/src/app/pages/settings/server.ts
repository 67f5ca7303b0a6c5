import { Component, inject } from '@angular/core';
import { Session } from '../../core/session/session';
import { ChatKey } from './chat-key';
import { ServerFactsPanel } from './server-facts';

/** What this server is, and the key of its chat. */
@Component({
  selector: 'kenny-server',
  imports: [ChatKey, ServerFactsPanel],
  template: `
    <kenny-server-facts />
    @if (admin) {
      <kenny-chat-key />
    }
  `,
  styles: ':host { display: block; }',
  host: { class: 'in-order' },
})
export class Server {
  protected readonly admin = inject(Session).reaches('admin');
}
