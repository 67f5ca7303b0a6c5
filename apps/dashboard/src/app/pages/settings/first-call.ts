import { Component, computed, DestroyRef, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import {
  isThisComputersAddress,
  type ConnectionClient,
  type CreatedToken,
  type TokenView,
} from '@kenny/contract/web';
import { SECOND_MS } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { PageClock } from '../../core/time/clock';
import { relativeTime } from '../../core/time/relative';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import { CLIENT_WORDS } from './connection-words';

const ASK_EVERY_MS = 2 * SECOND_MS;
/** Two minutes, while somebody looks. */
const MOST_ASKED = 60;

/** Waits for the first call with a new token; says what to look at when none comes. */
@Component({
  selector: 'kenny-first-call',
  imports: [MatButton, RouterLink, StatusDot, UntrustedText],
  template: `
    <section [class.here]="called()" aria-label="The first call">
      @if (called(); as used) {
        <p role="status"><kenny-status-dot health="ok" [label]="name() + ' is connected'" /></p>
        <p>It called {{ ago() }}.</p>
        @if (used.client; as client) {
          <p class="dim">It calls itself <kenny-untrusted [text]="client" />.</p>
        }
      } @else if (asked() < most) {
        <p role="status">
          <kenny-status-dot health="unknown" [label]="'Waiting for ' + name()" />
        </p>
        <p class="dim">This turns green as soon as it calls.</p>
      } @else {
        <p role="status">
          <kenny-status-dot health="warn" label="No call in two minutes" />
        </p>
        <ul>
          <li>{{ words().bundle?.otherwise ?? words().then }}</li>
          @if (local()) {
            <li>
              {{ url() }} works only on the computer that kenny runs on.
              <a routerLink="/settings/devices">Let other devices reach it</a>
            </li>
          } @else {
            <li>Can that computer open {{ url() }}?</li>
          }
          <li>
            Does the program say 401? Then it has another token: copy this one again.
            <a routerLink="/audit">The audit log</a> has every token that was refused.
          </li>
          <li>
            What other messages mean: <a routerLink="/guides/mcp">Claude and other programs</a>.
          </li>
        </ul>
        <button type="button" matButton="outlined" (click)="again()">Wait again</button>
      }
    </section>
  `,
  styles: `
    section {
      margin: -6px 0 0 -10px;
      padding: 6px 10px;
      border-radius: var(--r);
    }
    .here {
      background: var(--ok-bg);
    }
    p {
      margin: 0 0 4px;
    }
    ul {
      margin: 4px 0 8px;
      padding-left: 20px;
    }
  `,
})
export class FirstCall {
  readonly token = input.required<CreatedToken>();
  readonly client = input.required<ConnectionClient>();
  /** The server's address, as the lines have it. */
  readonly url = input.required<string>();
  readonly came = output<void>();
  private readonly api = inject(ApiClient);
  private readonly clock = inject(PageClock);
  protected readonly most = MOST_ASKED;
  protected readonly asked = signal(0);
  protected readonly called = signal<TokenView | null>(null);
  protected readonly words = computed(() => CLIENT_WORDS[this.client()]);
  protected readonly name = computed(() => this.words().name);
  protected readonly local = computed(() => isThisComputersAddress(this.url()));
  protected readonly ago = computed(() => {
    const [at, now] = [Date.parse(this.called()?.last_used_at ?? ''), this.clock.now()];
    const seconds = Math.max(0, Math.round((now - at) / SECOND_MS));
    return seconds < 60 ? `${seconds} s ago` : relativeTime(at, now);
  });

  constructor() {
    const timer = setInterval(() => {
      if (!document.hidden && this.asked() < MOST_ASKED) void this.ask();
    }, ASK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  protected again(): void {
    this.asked.set(0);
  }

  private async ask(): Promise<void> {
    // Some programs look whether the server is there before they say their name.
    if (this.called()?.client) return;
    this.asked.update((times) => times + 1);
    try {
      const token = await this.api.token(this.token().id);
      if (token.last_used_at === null) return;
      const isFirst = this.called() === null;
      this.called.set(token);
      if (isFirst) this.came.emit();
    } catch {
      // The banner of the page says that there is no connection.
    }
  }
}
