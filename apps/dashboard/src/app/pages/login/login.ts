import { BreakpointObserver } from '@angular/cdk/layout';
import {
  afterNextRender,
  Component,
  computed,
  type ElementRef,
  inject,
  signal,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { EndReason } from '../../core/http/session-end';
import { Session } from '../../core/session/session';
import { ApiError, asApiError } from '../../core/http/api-error';
import { ErrorNote } from '../../ui/error-note';
import { StayLoggedIn } from '../../ui/stay-logged-in';

/** Makes a token for a person; each piece stays on one line, for a break makes another option of it. */
const CREATE = [
  'kenny token create',
  '--scope operator',
  '--operator you',
  '--name browser',
  '--decide',
];

/** Why the login ended. */
const ENDED: Readonly<Record<EndReason, string>> = {
  revoked: 'You were logged out: your token was revoked. Ask an admin for a new one.',
  ended: 'You were logged out: you or an admin ended this login. Log in again.',
  restored:
    'The backup is restored. Log in again, with a token or login link that is older than the backup.',
  moved: 'kenny has another address now, where this browser is not logged in yet. Log in again.',
  over: 'Your login has ended: it expired, was unused for too long, or an admin ended it. Log in again.',
};

/** Exchanges a token for an HttpOnly session cookie; the token is not kept. */
@Component({
  selector: 'kenny-login',
  imports: [ErrorNote, MatButton, StayLoggedIn],
  template: `
    <main>
      <h1>kenny</h1>
      @if (ended(); as words) {
        <p class="notice" role="status">{{ words }}</p>
      }
      <p class="dim">
        Log in with your token. The first one was printed when the server first started. Invited?
        Open the link that you were sent.
      </p>
      <form (submit)="login($event, token)">
        <label>
          Token
          <input
            #token
            class="field mono"
            type="password"
            name="token"
            autocomplete="current-password"
            spellcheck="false"
          />
        </label>
        <kenny-stay [(stays)]="stays" />
        <button matButton="filled" type="submit" [disabled]="busy()">Log in</button>
      </form>
      @if (error(); as fault) {
        <kenny-error [error]="fault" />
      }
      <details class="dim">
        <summary>No token?</summary>
        <p>
          Whoever looks after this server can send you an invitation: a link that logs you in. On
          the server, this makes a token:
        </p>
        <code>
          @for (word of command; track $index) {
            <span>{{ word }}</span>{{ ' ' }}
          }
        </code>
      </details>
    </main>
  `,
  styleUrl: './way-in.css',
  styles: `
    form {
      display: grid;
      gap: 12px;
      margin: 18px 0;
    }
    label {
      display: grid;
      gap: 4px;
      font-size: 13px;
    }
    summary {
      width: max-content;
      padding: 13px 0;
      cursor: pointer;
    }
    details p {
      margin: 0 0 8px;
    }
    code span {
      white-space: nowrap;
    }
  `,
})
export class Login {
  private readonly session = inject(Session);
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('token');
  protected readonly command = CREATE;
  protected readonly ended = computed(() => {
    const reason = this.session.endedBy();
    return reason === null ? null : ENDED[reason];
  });
  protected readonly stays = signal(false);
  protected readonly busy = signal(false);
  protected readonly error = signal<ApiError | null>(null);

  constructor() {
    // With a finger, a keyboard that comes by itself hides what is said above it.
    const hasKeys = inject(BreakpointObserver).isMatched('(pointer: fine)');
    afterNextRender(() => hasKeys && this.field().nativeElement.focus());
  }

  protected async login(event: Event, field: HTMLInputElement): Promise<void> {
    event.preventDefault();
    const token = field.value.trim();
    if (token === '' || this.busy()) return;
    this.busy.set(true);
    this.error.set(null);
    try {
      await this.session.login(token, this.stays());
    } catch (fault) {
      this.error.set(atLogin(asApiError(fault)));
      field.value = '';
      field.focus();
    } finally {
      this.busy.set(false);
    }
  }
}

/** The server's message is for programs; a login changes nothing. */
function atLogin(fault: ApiError): ApiError {
  if (fault.code !== 'unauthenticated') return fault.ofRead();
  const { code, message, requestId } = fault;
  const details = { cause: message, hint: 'Copy the whole token, or ask an admin for a new one.' };
  return new ApiError(code, 'That token is not valid.', requestId, details).ofRead();
}
