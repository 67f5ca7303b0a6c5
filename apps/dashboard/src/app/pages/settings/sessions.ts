import { Component, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { SessionView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { pagedResource } from '../../core/http/paged-resource';
import { SHOWN_LOGINS } from '../../core/session/login-end';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { shortList } from '../../ui/short-list';
import { ResourceStateNote } from '../../ui/resource-state';
import { ShowMore } from '../../ui/show-more';
import { UntrustedText } from '../../ui/untrusted-text';
import { LoginKindLine } from './login-kind';
import { loginsOf, type PersonLogins } from './login-kinds';

/** Browser logins; end one, or all of a person. */
@Component({
  selector: 'kenny-sessions',
  imports: [ErrorNote, LoginKindLine, MatButton, ResourceStateNote, ShowMore, UntrustedText],
  templateUrl: './sessions.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
  styles: `
    .person {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 4px 16px;
    }
    .person {
      flex: 1 1 100%;
      min-width: 0;
    }
  `,
})
export class Sessions {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  protected readonly list = pagedResource(
    () => true,
    (_, cursor) => this.api.sessions({ cursor }),
  );
  protected readonly few = shortList(() => loginsOf(this.list.items()), SHOWN_LOGINS);
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly busy = this.mutation.busy;

  protected nameOf({ operator }: PersonLogins): string {
    return visibleText(operator.name);
  }

  protected async end({ id, operator, token }: SessionView): Promise<void> {
    const sure = await this.askFirst.ask({
      title: 'End this login?',
      name: `${visibleText(operator.name)} with ${visibleText(token.name)}`,
      words: 'That browser is logged out at once. Its token stays: it can be used to log in again.',
      act: 'End login',
    });
    if (sure) await this.ended(() => this.api.endSession(id));
  }

  protected async endAll({ operator: { id, name }, hasThis }: PersonLogins): Promise<void> {
    const sure = await this.askFirst.ask({
      title: 'End all logins of this person?',
      name: visibleText(name),
      words: hasThis
        ? 'That is you: all your browsers are logged out at once, this one too.'
        : 'All their browsers are logged out at once. To shut them out, revoke their tokens.',
      act: hasThis ? 'End all my logins' : 'End all their logins',
    });
    if (sure) await this.ended(() => this.api.endSessionsOf(id));
  }

  private ended(end: () => Promise<unknown>): Promise<void> {
    return this.mutation.run(async () => {
      await end();
      this.list.reload();
    });
  }
}
