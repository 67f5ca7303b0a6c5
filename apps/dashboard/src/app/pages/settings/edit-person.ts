import { Component, computed, inject, input, linkedSignal, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { TOOL_CLASSES, type PatchTokenBody, type TokenView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import {
  changesIn,
  choiceOf,
  INVITED_ACCESS,
  missingIn,
  PERSON_ACCESS,
  PersonAccess,
} from './person-access';
import { CLASS_WORDS } from './token-words';

/** Changes what a person is called, can do, and on which PCs (ADR 0104). */
@Component({
  selector: 'kenny-edit-person',
  imports: [
    ErrorNote,
    MatButton,
    MatCheckbox,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    PersonAccess,
  ],
  providers: [FIELD_LOOK],
  template: `
    <form class="panel" aria-label="Edit a person" (submit)="save($event)">
      <mat-form-field>
        <mat-label>Name</mat-label>
        <input
          #who
          matInput
          maxlength="128"
          autocomplete="off"
          [value]="name()"
          (input)="name.set(who.value)"
        />
        <mat-hint>Shown wherever they ask or approve, and in the audit log.</mat-hint>
      </mat-form-field>
      @if (isOwn()) {
        <p class="dim">Another admin can change what you can do.</p>
      } @else {
        <kenny-person-access [(choice)]="choice" [among]="among()" />
        @if (choice().key !== 'view') {
          <mat-checkbox
            [checked]="reads()"
            [disabled]="!reads() && !mayRead"
            (change)="reads.set($event.checked)"
            >Can {{ privateWords }}</mat-checkbox
          >
        }
        <p class="dim">It applies at once, in every browser they are logged in with.</p>
      }
      @if (saving.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      <div class="acts">
        <span class="dim" role="status">{{ missing() }}</span>
        <button type="button" matButton="outlined" (click)="left.emit()">Cancel</button>
        <button type="submit" matButton="filled" [disabled]="missing() !== '' || saving.busy()">
          Save
        </button>
      </div>
    </form>
  `,
  styleUrls: ['../../ui/form.css', './connections.css'],
})
export class EditPerson {
  readonly token = input.required<TokenView>();
  readonly saved = output<void>();
  readonly left = output<void>();
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  protected readonly privateWords = CLASS_WORDS.sensitive;
  protected readonly mayRead = this.session.holds('sensitive');
  protected readonly isOwn = computed(() => this.session.me()?.token_id === this.token().id);
  protected readonly among = computed(() =>
    this.token().invited ? INVITED_ACCESS : PERSON_ACCESS,
  );
  protected readonly name = linkedSignal(() => this.token().operator.name);
  protected readonly choice = linkedSignal(() => choiceOf(this.token()));
  protected readonly reads = linkedSignal(() => this.readBefore());
  protected readonly saving = new Mutation();
  protected readonly missing = computed(() => missingIn(this.name(), this.choice()));

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.missing() !== '' || this.saving.busy()) return;
    const body = this.body();
    await this.saving.run(async () => {
      if (Object.keys(body).length > 0) await this.api.changePerson(this.token().id, body);
      this.saved.emit();
    });
  }

  /** Only what is another than before. */
  private body(): PatchTokenBody {
    const token = this.token();
    const name = this.name().trim();
    const changes = changesIn(choiceOf(token), this.choice());
    return {
      ...(name === token.operator.name ? {} : { operator_name: name }),
      ...changes,
      ...this.classes(changes),
    };
  }

  private classes({ classes }: PatchTokenBody): Pick<PatchTokenBody, 'classes'> {
    const reads = this.choice().key !== 'view' && this.reads();
    if (!classes && reads === this.readBefore()) return {};
    const others: readonly string[] = classes ?? this.token().classes;
    return {
      classes: TOOL_CLASSES.filter((one) => (one === 'sensitive' ? reads : others.includes(one))),
    };
  }

  private readBefore(): boolean {
    return this.token().scope !== 'viewer' && this.token().classes.includes('sensitive');
  }
}
