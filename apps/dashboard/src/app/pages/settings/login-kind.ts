import { NgTemplateOutlet } from '@angular/common';
import { Component, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { SessionView } from '@kenny/contract/web';
import { browserWords } from '../../core/session/browser-words';
import { loginEndWords } from '../../core/session/login-end';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import type { LoginKind } from './login-kinds';

/** A login, or several that look alike in one line; each of them ends on its own. */
@Component({
  selector: 'kenny-login-kind',
  imports: [MatButton, NgTemplateOutlet, RelativeTime, UntrustedText],
  template: `
    @if (kind().logins.length > 1) {
      <details class="fold">
        <summary>
          {{ kind().logins.length }} logins, <kenny-untrusted [text]="kind().browser" /> · last used
          <kenny-time [at]="kind().logins[0].last_used_at" />
        </summary>
        @for (login of kind().logins; track login.id) {
          <ng-container [ngTemplateOutlet]="one" [ngTemplateOutletContext]="{ login }" />
        }
      </details>
    } @else {
      <ng-container
        [ngTemplateOutlet]="one"
        [ngTemplateOutletContext]="{ login: kind().logins[0] }"
      />
    }
    <ng-template #one let-login="login">
      <div class="login">
        <div class="what">
          <kenny-untrusted [text]="browserWords(login.user_agent)" />
          @if (!own()) {
            <span class="dim"> with <kenny-untrusted [text]="login.token.name" /></span>
            @if (login.token.scope === 'admin') {
              {{ ' ' }}<span class="tag">admin</span>
            }
          }
          @if (login.current) {
            {{ ' ' }}<span class="tag">this browser</span>
          }
          @if (login.stays) {
            {{ ' ' }}<span class="tag">stays logged in</span>
          }
          <p class="dim">
            Logged in <kenny-time [at]="login.opened_at" /> · last used
            <kenny-time [at]="login.last_used_at" /> · {{ endWords(login) }}
          </p>
        </div>
        @if (!own() || !login.current) {
          <button
            type="button"
            matButton="text"
            class="danger"
            [disabled]="busy()"
            (click)="end.emit(login)"
          >
            End<span class="unseen"> the login since {{ login.opened_at }}</span>
          </button>
        }
      </div>
    </ng-template>
  `,
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
  styles: `
    :host {
      flex: 1 1 100%;
      min-width: 0;
    }
    .login {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 16px;
      padding: 6px 0;
    }
    :host(.lined) .login,
    details .login {
      border-top: 1px solid var(--line);
    }
    .login > button {
      margin-left: auto;
    }
  `,
})
export class LoginKindLine {
  readonly kind = input.required<LoginKind>();
  /** Of the reader: their tokens are not named, and this browser is logged out elsewhere. */
  readonly own = input(false);
  readonly busy = input(false);
  readonly end = output<SessionView>();
  protected readonly browserWords = browserWords;
  protected readonly endWords = loginEndWords;
}
