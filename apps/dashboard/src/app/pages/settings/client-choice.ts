import { Component, model } from '@angular/core';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import type { ConnectionClient } from '@kenny/contract/web';
import { CLIENT_GROUPS, CLIENT_WORDS } from './connection-words';

/** Which program is to use kenny. */
@Component({
  selector: 'kenny-client-choice',
  imports: [MatRadioButton, MatRadioGroup],
  template: `
    <mat-radio-group
      aria-label="Which program?"
      [value]="client()"
      (change)="client.set($event.value)"
    >
      @for (group of groups; track group.name) {
        <div role="group" [attr.aria-label]="group.name">
          <p class="dim">{{ group.name }}</p>
          <div class="choice">
            @for (one of group.clients; track one) {
              <mat-radio-button [value]="one"
                >{{ words[one].name }} <span class="dim"> · {{ words[one].about }}</span>
              </mat-radio-button>
            }
          </div>
          @if (client() === 'claude-desktop' && group.clients.includes('claude-desktop')) {
            <p class="dim">
              Claude Desktop is the app on a computer. claude.ai, the phone app and “Add custom
              connector” cannot use kenny yet.
            </p>
          }
        </div>
      }
    </mat-radio-group>
  `,
  styleUrl: '../../ui/form.css',
  styles: `
    p {
      margin: 6px 0 0;
    }
  `,
})
export class ClientChoice {
  readonly client = model.required<ConnectionClient>();
  protected readonly groups = CLIENT_GROUPS;
  protected readonly words = CLIENT_WORDS;
}
