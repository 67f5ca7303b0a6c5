import { Component, computed, inject, output, signal } from '@angular/core';
import { MatAnchor, MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { RouterLink } from '@angular/router';
import {
  NOT_PRIVATE,
  type InvitationIssued,
  type InviteBody,
  type InviteScope,
  type ToolClass,
} from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { accessWords } from '../../core/session/access-words';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { idFrom } from '../../core/fleet/id-from';
import { reachOf } from './reach';

interface Access {
  readonly key: string;
  readonly words: string;
  readonly scope: InviteScope;
  readonly classes: readonly ToolClass[];
  readonly decide: boolean;
}

const ACCESS: readonly Access[] = [
  {
    ...{ key: 'view', scope: 'viewer', classes: ['read'], decide: false },
    words: 'Sees how the PCs are doing. Changes nothing.',
  },
  {
    ...{ key: 'request', scope: 'operator', decide: false },
    ...{ classes: NOT_PRIVATE },
    words:
      'Also asks for changes, talks to Claude, and adds rules that block commands. Somebody else approves.',
  },
  {
    ...{ key: 'approve', scope: 'operator', decide: true },
    classes: NOT_PRIVATE,
    words: 'Also approves or denies what others and Claude ask for.',
  },
];

/** Lets a person in: a name, what they may do, on which PCs; the answer is a link. */
@Component({
  selector: 'kenny-invite',
  imports: [
    ErrorNote,
    MatAnchor,
    MatButton,
    MatCheckbox,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatRadioButton,
    MatRadioGroup,
    ResourceStateNote,
    RouterLink,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './invite.html',
  styleUrls: ['../../ui/form.css', './connections.css', '../../ui/cards.css', './invite.css'],
})
export class Invite {
  readonly made = output<InvitationIssued>();
  readonly left = output<void>();
  /** For what the cards do not say. */
  readonly full = output<void>();
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  protected readonly reach = apiResource({
    loader: () => reachOf(this.api, this.session.reaches('admin')),
  });
  /** The person sits at the computer that the server runs on. */
  protected readonly here = signal(false);
  /** A link that nobody can open is not made. */
  protected readonly stops = computed(() => this.reach.value()?.local === true && !this.here());
  protected readonly pcs = inject(FleetStore).agents;
  protected readonly access = ACCESS;
  protected readonly nameOf = accessWords;
  protected readonly name = signal('');
  protected readonly chosen = signal<string>('view');
  protected readonly where = signal<'all' | 'some'>(this.limited() ? 'some' : 'all');
  protected readonly ids = signal<readonly string[]>([]);
  protected readonly creation = new Mutation();
  protected readonly missing = computed(() => {
    if (this.name().trim() === '') return 'Write the name of the person first.';
    return this.where() === 'some' && this.ids().length === 0 ? 'Choose at least one PC.' : '';
  });

  /** Whoever reaches some PCs only can let others reach no more. */
  protected limited(): boolean {
    return (this.session.me()?.agents ?? null) !== null;
  }

  /** Nobody hands out what they do not have. */
  protected holds({ classes, decide }: Access): boolean {
    const all = classes.every((one) => this.session.holds(one));
    return all && (!decide || this.session.mayDecide());
  }

  protected toggle(id: string, on: boolean): void {
    this.ids.update((ids) => (on ? [...ids, id] : ids.filter((one) => one !== id)));
  }

  protected async create(event: Event): Promise<void> {
    event.preventDefault();
    const access = ACCESS.find(({ key }) => key === this.chosen());
    if (!access || this.missing() !== '' || this.creation.busy()) return;
    await this.creation.run(async () => this.made.emit(await this.api.invite(this.body(access))));
  }

  private body({ scope, classes, decide }: Access): InviteBody {
    const name = this.name().trim();
    return {
      // A name without Latin letters still needs an ID.
      operator: { id: idFrom(name) || `person-${Date.now().toString(36)}`, name },
      name: 'Invitation',
      ...{ scope, classes: [...classes], decide },
      ...(this.where() === 'some' ? { agents: [...this.ids()] } : {}),
    };
  }
}
