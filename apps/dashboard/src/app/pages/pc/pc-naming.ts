import type { ElementRef } from '@angular/core';
import {
  afterNextRender,
  Component,
  computed,
  inject,
  Injector,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import {
  MAX_TAGS,
  PC_CONTACT_LENGTH,
  PC_NAME_LENGTH,
  PC_NOTES_LENGTH,
  PC_OWNER_LENGTH,
  TAG_PATTERN,
  type FleetAgent,
  type PatchAgentBody,
} from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';

const TAG = new RegExp(TAG_PATTERN, 'u');

type Words = Readonly<Record<'owner' | 'contact' | 'notes', string>>;

/** What people say of the PC: name, tags, owner, notes; changed in place. */
@Component({
  selector: 'kenny-pc-naming',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    @if (editing()) {
      <form class="panel" aria-label="Details" (submit)="save($event)" (keydown.escape)="close()">
        <div class="fields">
          <mat-form-field>
            <mat-label>Name</mat-label>
            <input
              #first
              matInput
              autocomplete="off"
              [maxLength]="longest"
              [value]="name()"
              (input)="name.set(first.value)"
            />
          </mat-form-field>
          <mat-form-field>
            <mat-label>Tags</mat-label>
            <input
              #words
              matInput
              autocomplete="off"
              spellcheck="false"
              aria-describedby="tags-hint"
              [attr.aria-invalid]="trouble() !== null"
              [value]="tags()"
              (input)="tags.set(words.value)"
            />
            <mat-hint id="tags-hint">
              @if (trouble(); as told) {
                <span class="bad">{{ told }}</span>
              } @else {
                Separated by spaces, for example: family laptop
              }
            </mat-hint>
          </mat-form-field>
          @for (field of lines; track field.key) {
            <mat-form-field>
              <mat-label>{{ field.label }}</mat-label>
              <input
                #word
                matInput
                autocomplete="off"
                [maxLength]="field.longest"
                [attr.aria-describedby]="field.key + '-hint'"
                [value]="said()[field.key]"
                (input)="say(field.key, word.value)"
              />
              <mat-hint [id]="field.key + '-hint'">{{ field.hint }}</mat-hint>
            </mat-form-field>
          }
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
        </div>
        @if (saving.error(); as fault) {
          <kenny-error [error]="fault" />
        }
        <div class="acts">
          <button type="button" matButton="text" (click)="close()">Cancel</button>
          <button
            type="submit"
            matButton="filled"
            [disabled]="name().trim() === '' || trouble() !== null || saving.busy()"
          >
            Save
          </button>
        </div>
      </form>
    } @else {
      <button #opener type="button" class="link" (click)="open()">Edit details</button>
    }
  `,
  styleUrl: '../../ui/form.css',
  styles: `
    form {
      display: grid;
      gap: 12px;
      padding: 14px 16px;
      margin-bottom: 10px;
    }
    button.link {
      min-height: 28px;
    }
  `,
})
export class PcNaming {
  private readonly api = inject(ApiClient);
  private readonly injector = inject(Injector);
  readonly pc = input.required<FleetAgent>();
  private readonly first = viewChild<ElementRef<HTMLElement>>('first');
  private readonly opener = viewChild<ElementRef<HTMLElement>>('opener');

  /** The page asks for what only one PC's answer holds. */
  readonly saved = output<void>();

  protected readonly longest = PC_NAME_LENGTH;
  protected readonly longestNotes = PC_NOTES_LENGTH;
  protected readonly lines = [
    { key: 'owner', label: 'Owner', longest: PC_OWNER_LENGTH, hint: 'Whose PC it is' },
    {
      key: 'contact',
      label: 'Contact',
      longest: PC_CONTACT_LENGTH,
      hint: 'Phone, mail or in words',
    },
  ] as const;
  protected readonly said = signal<Words>({ owner: '', contact: '', notes: '' });
  protected readonly editing = signal(false);
  protected readonly name = signal('');
  protected readonly tags = signal('');
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

  protected open(): void {
    this.name.set(this.pc().name);
    this.tags.set(this.pc().tags.join(' '));
    this.said.set(wordsOf(this.pc()));
    this.saving.clear();
    this.editing.set(true);
    this.focusSoon(this.first);
  }

  protected say(key: keyof Words, text: string): void {
    this.said.update((said) => ({ ...said, [key]: text }));
  }

  protected close(): void {
    this.editing.set(false);
    this.focusSoon(this.opener);
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.name().trim() === '' || this.trouble() !== null || this.saving.busy()) return;
    const { agent_id, name, tags } = this.pc();
    const wanted = { name: this.name().trim(), tags: this.chosen() };
    const [before, said] = [wordsOf(this.pc()), this.said()];
    const change: PatchAgentBody = {
      ...(wanted.name === name ? {} : { name: wanted.name }),
      ...(wanted.tags.join(' ') === tags.join(' ') ? {} : { tags: wanted.tags }),
      ...(said.owner.trim() === before.owner ? {} : { owner: said.owner.trim() }),
      ...(said.contact.trim() === before.contact ? {} : { contact: said.contact.trim() }),
      ...(said.notes.trim() === before.notes ? {} : { notes: said.notes.trim() }),
    };
    if (Object.keys(change).length > 0) {
      await this.saving.run(() => this.api.changeAgent(agent_id, change));
    }
    if (this.saving.error() !== null) return;
    this.saved.emit();
    this.close();
  }

  private focusSoon(target: () => ElementRef<HTMLElement> | undefined): void {
    afterNextRender(() => target()?.nativeElement.focus(), { injector: this.injector });
  }
}

function wordsOf({ owner = '', contact = '', notes = '' }: FleetAgent): Words {
  return { owner, contact, notes };
}
