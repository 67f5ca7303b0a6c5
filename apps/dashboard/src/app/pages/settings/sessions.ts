import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { SessionView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { pagedResource } from '../../core/http/paged-resource';
import { browserWords } from '../../core/session/browser-words';
import { loginEndWords, ownFirst, SHOWN_LOGINS } from '../../core/session/login-end';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { shortList } from '../../ui/short-list';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { ShowMore } from '../../ui/show-more';
import { UntrustedText } from '../../ui/untrusted-text';

/** Browser logins; end one, or all of a person. */
@Component({
  selector: 'kenny-sessions',
  imports: [ErrorNote, MatButton, RelativeTime, ResourceStateNote, ShowMore, UntrustedText],
  templateUrl: './sessions.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
})
export class Sessions {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  protected readonly list = pagedResource(
    () => true,
    (_, cursor) => this.api.sessions({ cursor }),
  );
  private readonly all = computed(() => ownFirst(this.list.items()));
  protected readonly few = shortList(this.all, SHOWN_LOGINS);
  protected readonly browserWords = browserWords;
  protected readonly endWords = loginEndWords;
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;

  /** The first of several of one person. */
  protected hasOthers({ id, operator }: SessionView): boolean {
    const theirs = this.of(operator.id);
    return theirs.length > 1 && theirs[0]?.id === id;
  }

  protected nameOf({ operator }: SessionView): string {
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

  protected async endAll({ operator: { id, name } }: SessionView): Promise<void> {
    const endsThis = this.of(id).some(({ current }) => current);
    const sure = await this.askFirst.ask({
      title: 'End all logins of this person?',
      name: visibleText(name),
      words: endsThis
        ? 'That is you: all your browsers are logged out at once, this one too.'
        : 'All their browsers are logged out at once. To shut them out, revoke their tokens.',
      act: endsThis ? 'End all my logins' : 'End all their logins',
    });
    if (sure) await this.ended(() => this.api.endSessionsOf(id));
  }

  private of(person: string): SessionView[] {
    return this.all().filter(({ operator }) => operator.id === person);
  }

  private ended(end: () => Promise<unknown>): Promise<void> {
    return this.mutation.run(async () => {
      await end();
      this.list.reload();
    });
  }
}
