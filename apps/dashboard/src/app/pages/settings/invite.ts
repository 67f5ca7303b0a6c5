import { Component, computed, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { RouterLink } from '@angular/router';
import type { InvitationIssued, InviteBody, InviteScope } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { idFrom } from '../../core/fleet/id-from';
import {
  INVITED_ACCESS,
  missingIn,
  PersonAccess,
  type Access,
  type AccessChoice,
} from './person-access';

/** Lets a person in: a name, what they may do, on which PCs; the answer is a link. */
@Component({
  selector: 'kenny-invite',
  imports: [
    ErrorNote,
    MatButton,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatRadioButton,
    MatRadioGroup,
    PersonAccess,
    RouterLink,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './invite.html',
  styleUrls: ['../../ui/form.css', './connections.css', '../../ui/cards.css'],
})
export class Invite {
  /** Only the computer that kenny runs on can open its links. */
  readonly local = input.required<boolean>();
  readonly made = output<InvitationIssued>();
  readonly left = output<void>();
  /** For what the cards do not say. */
  readonly full = output<void>();
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  /** Where the person will open the link, as far as it matters. */
  protected readonly where = signal<'here' | 'elsewhere' | null>(null);
  protected readonly access = INVITED_ACCESS;
  protected readonly name = signal('');
  /** The least, until somebody says more; whoever reaches some PCs only lets others reach no more. */
  protected readonly choice = signal<AccessChoice>({
    key: 'view',
    agents: this.session.me()?.agents ? [] : null,
  });
  protected readonly creation = new Mutation();
  /** A link that nobody can open is not made. */
  private readonly unplaced = computed(() => {
    if (!this.local() || this.where() === 'here') return '';
    return this.where() === null
      ? 'Say where they open the link.'
      : 'Let other devices reach kenny first.';
  });
  protected readonly missing = computed(() =>
    missingIn(this.name(), this.choice(), this.unplaced()),
  );

  protected async create(event: Event): Promise<void> {
    event.preventDefault();
    const access = INVITED_ACCESS.find(({ key }) => key === this.choice().key);
    if (!access || this.missing() !== '' || this.creation.busy()) return;
    await this.creation.run(async () => this.made.emit(await this.api.invite(this.body(access))));
  }

  private body({ scope, classes, decide }: Access<InviteScope>): InviteBody {
    const name = this.name().trim();
    const { agents } = this.choice();
    return {
      // A name without Latin letters still needs an ID.
      operator: { id: idFrom(name) || `person-${Date.now().toString(36)}`, name },
      name: 'Invitation',
      ...{ scope, classes: [...classes], decide },
      ...(agents && { agents: [...agents] }),
    };
  }
}
