import { Component, inject, signal } from '@angular/core';
import { MatAnchor, MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { ApiError } from '../../core/http/api-error';
import { asApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { StayLoggedIn } from '../../ui/stay-logged-in';

/**
 * Where an invitation leads. Nothing is used up before somebody presses the button: programs that
 * look at links in messages only open them.
 */
@Component({
  selector: 'kenny-join',
  imports: [ErrorNote, MatAnchor, MatButton, RouterLink, StayLoggedIn],
  template: `
    <main>
      <h1>kenny</h1>
      @if (refused(); as words) {
        <p class="notice" role="alert">{{ words }}</p>
        <a matButton="outlined" routerLink="/login">Log in with a token</a>
      } @else {
        <p>This link logs you in on this device, once.</p>
        <kenny-stay [(stays)]="stays" />
        <button type="button" matButton="filled" [disabled]="busy()" (click)="join()">
          Log in here
        </button>
        @if (error(); as fault) {
          <kenny-error [error]="fault" />
        }
      }
    </main>
  `,
  styleUrl: '../login/way-in.css',
})
export class Join {
  private readonly session = inject(Session);
  private readonly secret = location.hash.slice(1);
  /** Whoever was invited has no token to log in with tomorrow. */
  protected readonly stays = signal(true);
  protected readonly busy = signal(false);
  protected readonly error = signal<ApiError | null>(null);
  /** The link opens nothing: why, and what to do. */
  protected readonly refused = signal(
    this.secret === '' ? 'This link is incomplete. Copy all of it, or ask for a new one.' : null,
  );

  constructor() {
    const to = new URLSearchParams(location.search).get('to');
    if (to !== null) this.session.rememberTarget(to);
    // Neither the history nor a bookmark keeps it.
    history.replaceState(history.state, '', location.pathname);
  }

  protected async join(): Promise<void> {
    if (this.busy()) return;
    this.busy.set(true);
    this.error.set(null);
    try {
      await this.session.join(this.secret, this.stays());
    } catch (fault) {
      const error = asApiError(fault);
      if (error.details['link'] === undefined) this.error.set(error);
      else this.refused.set(error.message);
    } finally {
      this.busy.set(false);
    }
  }
}
