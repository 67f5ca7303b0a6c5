import { Component, inject, input, model } from '@angular/core';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import {
  NOT_PRIVATE,
  type InviteScope,
  type PatchTokenBody,
  type PersonScope,
  type TokenView,
  type ToolClass,
} from '@kenny/contract/web';
import { accessWords } from '../../core/session/access-words';
import { Session } from '../../core/session/session';
import { PcChoice } from '../../ui/pc-choice';

export interface Access<S extends PersonScope = PersonScope> {
  readonly key: string;
  readonly words: string;
  readonly scope: S;
  readonly classes: readonly ToolClass[];
  readonly decide: boolean;
}

const VIEW: Access<InviteScope> = {
  ...{ key: 'view', scope: 'viewer', classes: ['read'], decide: false },
  words: 'Sees how the PCs are doing. Changes nothing.',
};
const REQUEST: Access<InviteScope> = {
  ...{ key: 'request', scope: 'operator', classes: NOT_PRIVATE, decide: false },
  words:
    'Also asks for changes, talks to Claude, and adds rules that block commands. Somebody else approves.',
};
const APPROVE: Access<InviteScope> = {
  ...{ key: 'approve', scope: 'operator', classes: NOT_PRIVATE, decide: true },
  words: 'Also approves or denies what others and Claude ask for.',
};
const ADMIN: Access = {
  ...{ key: 'admin', scope: 'admin', classes: NOT_PRIVATE, decide: true },
  words: 'Also manages people, PCs, rules and this server.',
};

/** What an invited person can be let do: an admin has a token of their own. */
export const INVITED_ACCESS: readonly Access<InviteScope>[] = [VIEW, REQUEST, APPROVE];
export const PERSON_ACCESS: readonly Access[] = [...INVITED_ACCESS, ADMIN];

/** What a person can do, and on which PCs: chosen from cards. */
export interface AccessChoice {
  /** Of an `Access`. */
  readonly key: string;
  /** Null: all. */
  readonly agents: readonly string[] | null;
}

/** What somebody has who has that token. */
export function choiceOf({ scope, decide, agents }: TokenView): AccessChoice {
  const fits = PERSON_ACCESS.find((one) => one.scope === scope && one.decide === decide);
  const some = PERSON_ACCESS.find((one) => one.scope === scope);
  return { key: (fits ?? some ?? VIEW).key, agents };
}

/** All for which it cannot be saved yet, in the order of the fields. @param between - of those between the two */
export function missingIn(name: string, { agents }: AccessChoice, between = ''): string {
  return [
    name.trim() === '' ? 'Write the name of the person.' : '',
    between,
    agents?.length === 0 ? 'Choose at least one PC.' : '',
  ]
    .filter((words) => words !== '')
    .join(' ');
}

/** Only what was chosen anew: rights that no card shows stay as they are. */
export function changesIn(before: AccessChoice, { key, agents }: AccessChoice): PatchTokenBody {
  const access = key === before.key ? undefined : PERSON_ACCESS.find((one) => one.key === key);
  const same = JSON.stringify(agents) === JSON.stringify(before.agents);
  return {
    ...(access && { scope: access.scope, decide: access.decide, classes: [...access.classes] }),
    ...(same ? {} : { agents: agents && [...agents] }),
  };
}

@Component({
  selector: 'kenny-person-access',
  imports: [MatRadioButton, MatRadioGroup, PcChoice],
  template: `
    <fieldset>
      <legend>What can they do?</legend>
      <mat-radio-group
        class="cards"
        aria-label="What can they do?"
        [value]="choice().key"
        (change)="set({ key: $event.value })"
      >
        @for (one of among(); track one.key) {
          <mat-radio-button class="card" [value]="one.key" [disabled]="!holds(one)">
            <strong>{{ nameOf(one) }}</strong><span class="dim about">{{ one.words }}</span>
          </mat-radio-button>
        }
      </mat-radio-group>
    </fieldset>
    <kenny-pc-choice
      [ids]="choice().agents"
      [limited]="limited()"
      (idsChange)="set({ agents: $event ?? null })"
    >
      <p class="dim">
        They see these PCs, and ask or approve for these only. All others are hidden.
      </p>
    </kenny-pc-choice>
  `,
  styleUrls: ['../../ui/form.css', './connections.css', '../../ui/cards.css'],
  styles: `
    /* Its groups stand among those of the form. */
    :host {
      display: contents;
    }
  `,
})
export class PersonAccess {
  readonly choice = model.required<AccessChoice>();
  readonly among = input.required<readonly Access[]>();
  private readonly session = inject(Session);
  protected readonly nameOf = accessWords;

  /** Whoever reaches some PCs only can let others reach no more. */
  protected limited(): boolean {
    return (this.session.me()?.agents ?? null) !== null;
  }

  /** Nobody hands out what they do not have. */
  protected holds({ classes, decide }: Access): boolean {
    const all = classes.every((one) => this.session.holds(one));
    return all && (!decide || this.session.mayDecide());
  }

  protected set(part: Partial<AccessChoice>): void {
    this.choice.update((choice) => ({ ...choice, ...part }));
  }
}
