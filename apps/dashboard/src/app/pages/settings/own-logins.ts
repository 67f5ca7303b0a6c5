import { Component, computed, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { LoginLink, SessionView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { pagedResource } from '../../core/http/paged-resource';
import { browserWords } from '../../core/session/browser-words';
import { ownFirst, SHOWN_LOGINS } from '../../core/session/login-end';
import { Session } from '../../core/session/session';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { shortList } from '../../ui/short-list';
import { ResourceStateNote } from '../../ui/resource-state';
import { ShowMore } from '../../ui/show-more';
import { LoginKindLine } from './login-kind';
import { kindsOf } from './login-kinds';
import { LoginLinkPanel } from './login-link';
import { ReachFirst, reachOf, type Reach } from './reach';

/** The browsers in which the reader is logged in; each of the others can be ended. */
@Component({
  selector: 'kenny-own-logins',
  imports: [
    ...[ErrorNote, LoginKindLine, LoginLinkPanel, MatButton, ReachFirst, ResourceStateNote],
    ShowMore,
  ],
  template: `
    <section aria-labelledby="logins-title">
      <div class="head">
        <h2 id="logins-title">My logins</h2>
        <button
          type="button"
          matButton="outlined"
          [disabled]="mutation.busy()"
          (click)="elsewhere()"
        >
          Log in on another device
        </button>
      </div>
      @if (nobody(); as reach) {
        <div role="status">
          <kenny-reach-first [reach]="reach"
            >No other device can open a link yet.</kenny-reach-first
          >
        </div>
      }
      @if (link(); as issued) {
        <kenny-login-link [issued]="issued" doneLabel="Done" (done)="linkDone()">
          <ng-container whose>Link for another device of yours</ng-container>
          Open this link on the other device.
        </kenny-login-link>
      }
      @if (mutation.error(); as error) {
        <kenny-error [error]="error" />
      }
      @if (list.ready()) {
        <ul class="panel rows" aria-label="My logins">
          @for (kind of few.shown(); track kind.id) {
            <li>
              <kenny-login-kind
                [own]="true"
                [kind]="kind"
                [busy]="mutation.busy()"
                (end)="end($event)"
              />
            </li>
          } @empty {
            <li>You are not logged in with a browser.</li>
          }
        </ul>
        <kenny-show-more [short]="few" [of]="list" />
        @if (others().length > 0) {
          <div class="acts">
            <button
              type="button"
              matButton="text"
              class="danger"
              [disabled]="mutation.busy()"
              (click)="endOthers()"
            >
              End all my other logins
            </button>
          </div>
        }
      }
      <kenny-resource-state [of]="list" />
    </section>
  `,
  styleUrls: ['../../ui/headed-rows.css', '../../ui/form.css', './rows.css'],
  styles: `
    kenny-reach-first {
      margin-bottom: 14px;
    }
  `,
})
export class OwnLogins {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  private readonly session = inject(Session);
  protected readonly list = pagedResource(
    () => this.session.me()?.id,
    (_, cursor) => this.api.ownSessions({ cursor }),
  );
  protected readonly few = shortList(() => kindsOf(ownFirst(this.list.items())), SHOWN_LOGINS);
  protected readonly others = computed(() => this.list.items().filter(({ current }) => !current));
  protected readonly link = signal<LoginLink | null>(null);
  /** Where kenny opens, when no other device could use a link. */
  protected readonly nobody = signal<Reach | null>(null);
  protected readonly mutation = new Mutation();

  protected async elsewhere(): Promise<void> {
    await this.mutation.run(async () => {
      const reach = await reachOf(this.api, this.session.reaches('admin'));
      this.nobody.set(reach.local ? reach : null);
      if (!reach.local) this.link.set(await this.api.ownLoginLink());
    });
  }

  /** The other device is among them now. */
  protected linkDone(): void {
    this.link.set(null);
    this.list.reload();
  }

  protected async endOthers(): Promise<void> {
    const sure = await this.askFirst.ask({
      ...{ title: 'End all your other logins?', name: '', act: 'End my other logins' },
      words: 'Every other browser is logged out at once. This one stays.',
    });
    if (!sure) return;
    await this.mutation.run(async () => {
      await this.api.endOtherSessions();
      this.list.reload();
    });
  }

  protected async end({ id, user_agent }: SessionView): Promise<void> {
    const sure = await this.askFirst.ask({
      ...{ title: 'End this login?', act: 'End login' },
      name: visibleText(browserWords(user_agent)),
      words: 'That browser is logged out at once.',
    });
    if (!sure) return;
    await this.mutation.run(async () => {
      await this.api.endOwnSession(id);
      this.list.reload();
    });
  }
}
