import { Component, computed, input } from '@angular/core';
import { CONNECTION_LINES, type ConnectionClient } from '@kenny/contract/web';
import { RouterLink } from '@angular/router';
import { CopyButton } from '../../ui/copy-button';
import { CLIENT_WORDS } from './connection-words';

/** What a program needs, to copy, and where it goes. */
@Component({
  selector: 'kenny-connection-lines',
  imports: [CopyButton, RouterLink],
  template: `
    <p>
      {{ words().put }}
      @if (words().guide; as guide) {
        <a [routerLink]="['/guides', guide]">How it works</a>
      }
    </p>
    <p class="command">
      <code class="line">{{ text() }}</code>
      <kenny-copy [text]="text()" what="the lines" />
    </p>
  `,
  styleUrls: ['./rows.css', './enrolling.css'],
  styles: `
    :host {
      display: grid;
      gap: 10px;
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
    }
  `,
})
export class ConnectionLines {
  readonly client = input.required<ConnectionClient>();
  /** The server's address. */
  readonly url = input.required<string>();
  readonly token = input.required<string>();
  protected readonly words = computed(() => CLIENT_WORDS[this.client()]);
  protected readonly text = computed(() =>
    CONNECTION_LINES[this.client()](this.url(), this.token()),
  );
}
