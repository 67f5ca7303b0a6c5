import type { ElementRef } from '@angular/core';
import {
  afterRenderEffect,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  output,
  untracked,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import {
  MAX_TAGS,
  helpLinkTrouble,
  PC_CONTACT_LENGTH,
  PC_HELP_ID_LENGTH,
  PC_HELP_LINK_LENGTH,
  PC_NAME_LENGTH,
  PC_NOTES_LENGTH,
  PC_OWNER_LENGTH,
  TAG_PATTERN,
  type FleetAgent,
  type PatchAgentBody,
} from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { arriveAt } from '../../ui/arrive-at';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';

const TAG = new RegExp(TAG_PATTERN, 'u');

const KEYS = ['owner', 'contact', 'help_id', 'help_link', 'notes'] as const;
type Words = Readonly<Record<(typeof KEYS)[number], string>>;

/** One line of text; its name is that of the field. */
interface Line {
  readonly key: keyof Words;
  readonly label: string;
  readonly longest: number;
  readonly hint: string;
}

/** What people say of the PC: name, owner, tags, notes; changed in place. */
@Component({
  selector: 'kenny-pc-naming',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    <form
      class="panel"
      aria-label="Details"
      (submit)="save($event)"
      (keydown.escape)="closed.emit()"
    >
      <div class="fields">
        <mat-form-field>
          <mat-label>Name</mat-label>
          <input
            #first
            matInput
            class="first"
            autocomplete="off"
            [attr.aria-invalid]="name().trim() === ''"
            [maxLength]="longest"
            [value]="name()"
            (input)="name.set(first.value)"
          />
          @if (name().trim() === '') {
            <mat-hint><span class="bad" role="alert">A PC needs a name.</span></mat-hint>
          }
        </mat-form-field>
        @for (lines of [people, remote]; track lines) {
          @for (field of lines; track field.key) {
            <mat-form-field>
              <mat-label>{{ field.label }}</mat-label>
              <input
                #word
                matInput
                autocomplete="off"
                [maxLength]="field.longest"
                [attr.aria-describedby]="field.key + hint"
                [value]="said()[field.key]"
                (input)="say(field.key, word.value)"
              />
              <mat-hint [id]="field.key + hint">
                @if (field.key === 'help_link' && badLink(); as told) {
                  <span class="bad">The link {{ told }}.</span>
                } @else {
                  {{ field.hint }}
                }
              </mat-hint>
            </mat-form-field>
          }
          @if ($first) {
            <mat-form-field>
              <mat-label>Tags</mat-label>
              <input
                #words
                matInput
                autocomplete="off"
                spellcheck="false"
                [attr.aria-describedby]="'tags' + hint"
                [attr.aria-invalid]="trouble() !== null"
                [value]="tags()"
                (input)="tags.set(words.value)"
              />
              <mat-hint [id]="'tags' + hint">
                @if (trouble(); as told) {
                  <span class="bad">{{ told }}</span>
                } @else {
                  Separated by spaces, for example: family laptop
                }
              </mat-hint>
            </mat-form-field>
            <mat-form-field class="wide">
              <mat-label>Notes</mat-label>
              <textarea
                #notes
                matInput
                rows="3"
                [maxLength]="longestNotes"
                [value]="said().notes"
                (input)="say('notes', notes.value)"
              ></textarea>
            </mat-form-field>
          }
        }
      </div>
      @if (saving.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      <div class="acts">
        <button type="button" matButton="text" (click)="closed.emit()">Cancel</button>
        <button type="submit" matButton="filled" [disabled]="isWrong() || saving.busy()">
          Save
        </button>
      </div>
    </form>
  `,
  styleUrl: '../../ui/form.css',
  styles: `
    form {
      display: grid;
      gap: 12px;
      padding: 14px 16px;
      margin-bottom: 10px;
    }
    /* Below its label and the edge of the form. */
    .first {
      scroll-margin-top: 64px;
    }
  `,
})
export class PcNaming {
  private readonly api = inject(ApiClient);
  readonly pc = input.required<FleetAgent>();
  private readonly id = computed(() => this.pc().agent_id);
  private readonly was = (): FleetAgent => untracked(this.pc);
  private readonly first = viewChild<ElementRef<HTMLElement>>('first');

  /** How often somebody pressed for it: each time the focus comes to it, and what is typed stays. */
  readonly asked = input(1);
  readonly closed = output<void>();
  /** The page asks for what only one PC's answer holds. */
  readonly saved = output<void>();

  protected readonly hint = '-details-hint';
  protected readonly longest = PC_NAME_LENGTH;
  protected readonly longestNotes = PC_NOTES_LENGTH;
  protected readonly people: readonly Line[] = [
    { key: 'owner', label: 'Owner', longest: PC_OWNER_LENGTH, hint: 'Whose PC it is' },
    {
      key: 'contact',
      label: 'Contact',
      longest: PC_CONTACT_LENGTH,
      hint: 'Phone, mail or in words',
    },
  ];
  protected readonly remote: readonly Line[] = [
    {
      key: 'help_id',
      label: 'Remote help number',
      longest: PC_HELP_ID_LENGTH,
      hint: 'The one that a program such as RustDesk shows there',
    },
    {
      key: 'help_link',
      label: 'Remote help link',
      longest: PC_HELP_LINK_LENGTH,
      hint: 'Only if this PC needs another program than the others',
    },
  ];
  // As it was when the form opened: a report that comes meanwhile takes away nothing that is typed.
  protected readonly said = linkedSignal({
    source: this.id,
    computation: () => wordsOf(this.was()),
  });
  protected readonly name = linkedSignal({ source: this.id, computation: () => this.was().name });
  protected readonly tags = linkedSignal({
    source: this.id,
    computation: () => this.was().tags.join(' '),
  });
  protected readonly saving = new Mutation();
  private readonly chosen = computed(() => [
    ...new Set(
      this.tags()
        .split(/[\s,#]+/)
        .filter(Boolean),
    ),
  ]);
  protected readonly trouble = computed(() => {
    const wrong = this.chosen().find((tag) => !TAG.test(tag));
    if (wrong !== undefined) return `“${wrong}”: small letters, digits and dashes only.`;
    return this.chosen().length > MAX_TAGS ? `${MAX_TAGS} tags at most.` : null;
  });

  protected readonly badLink = computed(() => {
    const link = this.said().help_link.trim();
    return link === '' ? undefined : helpLinkTrouble(link);
  });

  protected readonly isWrong = computed(
    () => this.name().trim() === '' || this.trouble() !== null || this.badLink() !== undefined,
  );

  constructor() {
    afterRenderEffect(() => {
      const first = this.first();
      if (first && this.asked() > 0) arriveAt(first.nativeElement);
    });
  }

  protected say(key: keyof Words, text: string): void {
    this.said.update((said) => ({ ...said, [key]: text }));
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.isWrong() || this.saving.busy()) return;
    const { agent_id, name, tags } = this.pc();
    const wanted = { name: this.name().trim(), tags: this.chosen() };
    const [before, said] = [wordsOf(this.pc()), this.said()];
    const change: PatchAgentBody = {
      ...(wanted.name === name ? {} : { name: wanted.name }),
      ...(wanted.tags.join(' ') === tags.join(' ') ? {} : { tags: wanted.tags }),
      ...Object.fromEntries(
        KEYS.map((key) => [key, said[key].trim()] as const).filter(
          ([key, text]) => text !== before[key],
        ),
      ),
    };
    if (Object.keys(change).length > 0) {
      await this.saving.run(() => this.api.changeAgent(agent_id, change));
    }
    if (this.saving.error() !== null) return;
    this.saved.emit();
    this.closed.emit();
  }
}

function wordsOf(pc: Partial<Words>): Words {
  const { owner = '', contact = '', help_id = '', help_link = '', notes = '' } = pc;
  return { owner, contact, help_id, help_link, notes };
}
