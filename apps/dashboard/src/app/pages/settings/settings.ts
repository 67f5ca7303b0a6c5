import { Component, inject } from '@angular/core';
import { Session } from '../../core/session/session';
import { ChatKey } from './chat-key';
import { ChatOptions } from './chat-options';
import { Memories } from './memories';
import { Pcs } from './pcs';
import { Releases } from './releases';
import { ServerFactsPanel } from './server-facts';
import { Sessions } from './sessions';
import { Tokens } from './tokens';

/** PCs, tokens, one's own chat and the server; each as far as the scope reaches. */
@Component({
  selector: 'kenny-settings',
  imports: [ChatKey, ChatOptions, Memories, Pcs, Releases, ServerFactsPanel, Sessions, Tokens],
  template: `
    <div class="page-head"><h1>Settings</h1></div>
    @if (admin) {
      <kenny-pcs />
      <kenny-tokens />
      <kenny-sessions />
      <kenny-releases />
    } @else {
      <p class="panel note">
        An admin adds and removes PCs and tokens. Your token has the scope
        <strong>{{ scope }}</strong>.
      </p>
    }
    @if (chats) {
      <kenny-chat-options />
      <kenny-memories />
    }
    @if (admin) {
      <kenny-chat-key />
    }
    <kenny-server-facts />
  `,
  styles: `
    :host {
      display: block;
      max-width: 1080px;
    }
    .note {
      padding: 10px 16px;
    }
  `,
  host: { class: 'in-order' },
})
export class Settings {
  private readonly session = inject(Session);
  protected readonly admin = this.session.reaches('admin');
  protected readonly chats = this.session.reaches('operator');
  protected readonly scope = this.session.me()?.scope ?? '';
}
