import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import {
  isThisComputersAddress,
  type CreatedToken,
  type InvitationIssued,
  type OperatorView,
  type TokenList,
  type TokenView,
} from '@kenny/contract/web';
import { firstFew, visibleText } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { everyPage } from '../../core/http/every-page';
import { Mutation } from '../../core/http/mutation';
import { pagedResource } from '../../core/http/paged-resource';
import { Session } from '../../core/session/session';
import { AskFirst } from '../../ui/ask-first';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { ShowMore } from '../../ui/show-more';
import { UntrustedText } from '../../ui/untrusted-text';
import { EditPerson } from './edit-person';
import { LoginLinkPanel } from './login-link';
import { Invite } from './invite';
import { NewToken } from './new-token';
import { ReachFirst, reachOf } from './reach';
import { peopleOf, type TokenPerson } from './token-people';
import { isNamed, isOfProgram, rightsOf, roleOf, tokenTitle } from './token-words';

/** How many PCs of a token are named. */
const NAMED = 6;
/** How many of a person's tokens. */
const TOKENS_NAMED = 3;

/** Who may use this server, with what: made, listed and revoked by an admin. */
@Component({
  selector: 'kenny-tokens',
  imports: [
    CopyButton,
    EditPerson,
    ErrorNote,
    Icon,
    LoginLinkPanel,
    Invite,
    MatButton,
    NewToken,
    NgTemplateOutlet,
    ReachFirst,
    RelativeTime,
    ResourceStateNote,
    RouterLink,
    ShowMore,
    UntrustedText,
  ],
  templateUrl: './tokens.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
  styles: `
    kenny-reach-first {
      margin-bottom: 14px;
    }
    .wide {
      flex: 1 1 100%;
    }
    .wide kenny-reach-first {
      margin: 6px 0 0;
    }
    .acts {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 0 8px;
    }
    .token .acts {
      justify-content: flex-start;
    }
    .person .name {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .person .acts {
      flex: 1 1 auto;
    }
    @media (min-width: 1101px) {
      .rows .person {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(0, 7fr) 120px 230px;
        align-items: start;
      }
      .person > :is(.name, .when) {
        padding-top: 2px;
      }
      .person > .acts {
        margin-top: -7px;
      }
      .person .wide {
        grid-column: 1 / -1;
      }
    }
    .small {
      font-size: 13px;
      overflow-wrap: anywhere;
    }
    .small p {
      margin: 0;
    }
    .token {
      padding: 6px 0;
      border-top: 1px solid var(--line);
    }
  `,
})
export class Tokens {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  private readonly fleet = inject(FleetStore);
  private readonly session = inject(Session);
  protected readonly reach = apiResource({
    loader: () => reachOf(this.api, this.session.reaches('admin')),
  });
  /** After the note above it, which so pushes nothing away. */
  protected readonly list = pagedResource(
    () => this.reach.ready() || this.reach.error() !== null || undefined,
    (_, cursor) => this.pagesFrom(cursor),
  );
  protected readonly making = signal(false);
  protected readonly inviting = signal(false);
  protected readonly editing = signal<TokenView | null>(null);
  /** Shown once, like a secret. */
  protected readonly invitation = signal<InvitationIssued | null>(null);
  /** Shown once; it is in no list. */
  protected readonly secret = signal<CreatedToken | null>(null);
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly busy = this.mutation.busy;
  /** The token for which a link was wanted that nobody else could open. */
  protected readonly nobody = signal<string | null>(null);
  protected readonly rightsOf = rightsOf;
  protected readonly roleOf = roleOf;
  protected readonly isOfProgram = isOfProgram;
  protected readonly isNamed = isNamed;
  protected readonly people = computed(() => peopleOf(this.list.items()));
  /** Nobody else could open such a link. */
  protected readonly isHere = isThisComputersAddress;

  protected readonly operators = computed<readonly OperatorView[]>(() => {
    const known = new Map(this.list.items().map(({ operator }) => [operator.id, operator]));
    return [...known.values()].sort((a, b) => a.id.localeCompare(b.id));
  });

  /** A person's tokens may be on different pages, and the mightiest of them is who they are. */
  private pagesFrom(from: string | undefined): Promise<TokenList> {
    return everyPage((cursor) => this.api.tokens({ cursor }), from);
  }

  protected made(token: CreatedToken): void {
    this.making.set(false);
    this.secret.set(token);
    this.list.reload();
  }

  protected invited(issued: InvitationIssued): void {
    this.inviting.set(false);
    this.invitation.set(issued);
    this.list.reload();
  }

  protected edited(): void {
    this.editing.set(null);
    this.list.reload();
  }

  /** Another link, for another device or because a login has ended; not one that only this computer opens. */
  protected async again(token: TokenView): Promise<void> {
    await this.mutation.run(async () => {
      // As it is now: other devices may have been let in meanwhile.
      const { local } = await reachOf(this.api, this.session.reaches('admin'));
      this.nobody.set(local ? token.id : null);
      if (!local) this.invited(await this.api.inviteAgain(token.id));
    });
  }

  /** For another browser there. */
  protected async linkHere({ id }: TokenView): Promise<void> {
    await this.mutation.run(async () => {
      this.invited(await this.api.inviteAgain(id));
      this.nobody.set(null);
    });
  }

  protected async revoke({ id, name, operator }: TokenView): Promise<void> {
    await this.mutation.run(async () => {
      const isOwn = this.isOwn(id);
      const sure = await this.askFirst.ask({
        title: isOwn ? 'Revoke the access that you are logged in with?' : 'Revoke this access?',
        name: tokenTitle({ name, operator }),
        words: isOwn
          ? 'You are logged out at once, and need another token or a link to come back.'
          : 'Whoever uses it is out at once, with every browser session it opened.',
        act: 'Revoke access',
      });
      if (!sure) return;
      await this.api.revokeToken(id);
      if (this.secret()?.id === id) this.secret.set(null);
      if (this.invitation()?.token.id === id) this.invitation.set(null);
      this.list.reload();
    });
  }

  protected isMe({ tokens }: TokenPerson): boolean {
    return tokens.some(({ id }) => this.isOwn(id));
  }

  /** Whether this browser is logged in with that token. */
  protected isOwn(id: string): boolean {
    return this.session.me()?.token_id === id;
  }

  /** A person's token that no invitation made: there is no new link for it. */
  protected isByHand(token: TokenView): boolean {
    return !token.invited && !isOfProgram(token) && !this.isOwn(token.id);
  }

  /** What is folded under a person: Claude's is among their programs. */
  protected othersOf({ own, others }: TokenPerson): string {
    const names = others.map(({ name }) => visibleText(name));
    const what = own ? 'Their programs' : `${others.length} tokens`;
    return `${what}: ${firstFew(names, TOKENS_NAMED)}`;
  }

  protected namesOf(agents: readonly string[]): string {
    const names = agents.map((one) => visibleText(this.fleet.nameOf(one)));
    return firstFew(names, NAMED);
  }
}
