import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import {
  Component,
  computed,
  inject,
  linkedSignal,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { MatFormField, MatPrefix } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import {
  CommandRegistry,
  fitting,
  searchable,
  type Choice,
  type Command,
} from '../core/commands/command-registry';
import { FIELD_LOOK } from '../ui/field-look';
import { Icon } from '../ui/icon';
import { StatusDot } from '../ui/status-dot';

const SHOWN = 12;
/** A choice shows all its entries. */
const SHOWN_OF_CHOICE = 60;

/** What somebody wrote before the field had the focus, and whether Enter came after it. */
export interface PaletteTyped {
  text: string;
  entered: boolean;
}

export interface PaletteWish {
  /** Asked once, when the field has the focus. */
  takeTyped(): PaletteTyped;
  /** Only these; without it everything that is registered. */
  readonly choice?: Choice;
}

/** What was chosen first, and what at last: the same one unless a second choice came between. */
export interface PaletteChosen {
  readonly first: Command;
  readonly last: Command;
}

/**
 * One field and what fits it: the arrows choose, Enter runs it, Esc goes back. A command with a second
 * choice shows that one in place; Backspace in the empty field leads back from there.
 */
@Component({
  selector: 'kenny-palette-dialog',
  imports: [Icon, MatFormField, MatInput, MatPrefix, StatusDot],
  providers: [FIELD_LOOK],
  templateUrl: './palette-dialog.html',
  styleUrl: './palette-dialog.css',
})
export class PaletteDialog {
  private readonly registry = inject(CommandRegistry);
  private readonly dialog = inject<DialogRef<PaletteChosen>>(DialogRef);

  private readonly wish = inject<PaletteWish>(DIALOG_DATA);
  private readonly list = viewChild<ElementRef<HTMLElement>>('list');
  private begun = false;
  /** What was chosen here and has a second choice. */
  protected readonly first = signal<Command | null>(null);
  private readonly choice = computed(() => this.first()?.then ?? this.wish.choice);
  private readonly ofChoice = computed(() => searchable(this.choice()?.commands() ?? []));
  protected readonly label = computed(() => this.choice()?.label ?? 'Find a PC, page or command');

  protected readonly text = signal('');
  protected readonly found = computed(() =>
    this.choice()
      ? inGroups(fitting(this.ofChoice(), this.text(), SHOWN_OF_CHOICE), this.headings())
      : this.registry.find(this.text(), SHOWN),
  );
  /** Of the choice, in its order. */
  private readonly headings = computed(() => [
    ...new Set(this.ofChoice().map(({ command }) => command.group)),
  ]);
  /** What is found, under its headings; the palette itself has none. */
  protected readonly groups = computed(() => {
    const lines = this.found().map((command, index) => ({ command, index }));
    if (!this.choice()) return [{ title: undefined, lines }];
    return this.headings()
      .map((title) => ({ title, lines: lines.filter(({ command }) => command.group === title) }))
      .filter((group) => group.lines.length > 0);
  });
  /** Where nothing is marked yet. */
  private readonly unmarked = computed(
    () => this.choice()?.unmarked === true && this.text().trim() === '',
  );
  /** Stays with its command when others arrive; at the top after each key; -1 for none. */
  protected readonly at = linkedSignal<{ text: string; found: readonly Command[] }, number>({
    source: () => ({ text: this.text(), found: this.found() }),
    computation: ({ text, found }, before) => {
      const top = this.unmarked() ? -1 : 0;
      if (before?.value === undefined || before.source.text !== text) return top;
      const id = before.value === 0 ? undefined : before.source.found[before.value]?.id;
      return Math.max(top, id === undefined ? top : found.findIndex((one) => one.id === id));
    },
  });

  /** From here on the keys come by themselves. */
  protected begin(field: HTMLInputElement): void {
    if (this.begun) return;
    this.begun = true;
    const { text, entered } = this.wish.takeTyped();
    field.value = text;
    this.text.set(text);
    if (entered) this.choose(this.found()[0], field);
  }

  protected move(event: Event, step: number): void {
    event.preventDefault();
    const count = this.found().length;
    if (count === 0) return;
    // From none the first key goes to an end of the list.
    this.at.update((at) => (at < 0 && step < 0 ? count - 1 : (at + step + count) % count));
    const lines = this.list()?.nativeElement.querySelectorAll('[role=option]');
    lines?.[this.at()]?.scrollIntoView({ block: 'nearest' });
  }

  protected chooseByKey(event: Event, field: HTMLInputElement): void {
    // The focus goes back to the button that opened this: the same key must not press it again.
    event.preventDefault();
    this.choose(this.found()[this.at()], field);
  }

  protected choose(command: Command | undefined, field: HTMLInputElement): void {
    if (command?.then) this.step(command, field);
    else if (command) this.dialog.close({ first: this.first() ?? command, last: command });
  }

  protected back(event: Event, field: HTMLInputElement): void {
    if (field.value !== '' || !this.first()) return;
    event.preventDefault();
    this.step(null, field);
  }

  private step(first: Command | null, field: HTMLInputElement): void {
    this.first.set(first);
    this.text.set('');
    field.value = '';
    field.focus();
  }
}

/** Those of the first heading first, else in their order. */
function inGroups(found: Command[], headings: readonly (string | undefined)[]): Command[] {
  return found.sort((a, b) => headings.indexOf(a.group) - headings.indexOf(b.group));
}
