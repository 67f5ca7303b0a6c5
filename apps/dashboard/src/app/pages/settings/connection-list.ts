import { Component, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { TokenView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { pagedResource } from '../../core/http/paged-resource';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { ShowMore } from '../../ui/show-more';
import { UntrustedText } from '../../ui/untrusted-text';
import { mayOf } from './token-words';

/** The MCP clients that may connect, with their last use. */
@Component({
  selector: 'kenny-connection-list',
  imports: [ErrorNote, MatButton, RelativeTime, ResourceStateNote, ShowMore, UntrustedText],
  template: `
    <section aria-labelledby="connections-title">
      <div class="head"><h2 id="connections-title">Connected programs</h2></div>
      @if (mutation.error(); as error) {
        <kenny-error [error]="error" />
      }
      @if (list.ready()) {
        <ul class="panel rows" aria-label="Connections">
          @for (one of list.items(); track one.id) {
            <li>
              <div class="what">
                <strong><kenny-untrusted [text]="one.name" /></strong>
                <span class="dim"> of <kenny-untrusted [text]="one.operator.name" /></span>
                <p class="dim">
                  @if (one.client; as client) {
                    <kenny-untrusted [text]="client" /> ·
                  }
                  {{ mayOf(one).join(' · ') }}
                  @if (one.agents; as agents) {
                    · only {{ agents.slice(0, 8).join(', ') }}{{ agents.length > 8 ? ' …' : '' }}
                  }
                </p>
              </div>
              <div class="when dim">
                <span>
                  @if (one.last_used_at; as at) {
                    used <kenny-time [at]="at" />
                  } @else {
                    never used
                  }
                </span>
                @if (one.expires_at; as at) {
                  <span>expires <kenny-time [at]="at" /></span>
                }
              </div>
              <button type="button" matButton="text" class="danger" (click)="end(one)">
                End<span class="unseen"> <kenny-untrusted [text]="one.name" /></span>
              </button>
            </li>
          } @empty {
            <li>No program is connected yet.</li>
          }
        </ul>
        <kenny-show-more [of]="list" />
      }
      <kenny-resource-state [of]="list" />
    </section>
  `,
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
})
export class ConnectionList {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  protected readonly mutation = new Mutation();
  protected readonly mayOf = mayOf;
  protected readonly list = pagedResource(
    () => true,
    (_, cursor) => this.api.tokens({ scope: 'mcp', cursor }),
  );

  reload(): void {
    this.list.reload();
  }

  protected async end({ id, name, operator }: TokenView): Promise<void> {
    const sure = await this.askFirst.ask({
      title: 'End this connection?',
      name: `${visibleText(name)} of ${visibleText(operator.name)}`,
      words: 'Its token is revoked: that program is out at once and needs a new one.',
      act: 'End connection',
    });
    if (!sure) return;
    await this.mutation.run(async () => {
      await this.api.revokeToken(id);
      this.list.reload();
    });
  }
}
