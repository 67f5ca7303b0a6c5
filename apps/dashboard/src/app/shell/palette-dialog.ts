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
  type Command,
} from '../core/commands/command-registry';
import type { Choice } from '../core/commands/palette-opener';
import { FIELD_LOOK } from '../ui/field-look';
import { Icon } from '../ui/icon';

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

/** One field and what fits it: the arrows choose, Enter runs it, Esc goes back. */
@Component({
  selector: 'kenny-palette-dialog',
  imports: [Icon, MatFormField, MatInput, MatPrefix],
  providers: [FIELD_LOOK],
  templateUrl: './palette-dialog.html',
  styleUrl: './palette-dialog.css',
})
export class PaletteDialog {
  private readonly registry = inject(CommandRegistry);
  private readonly dialog = inject<DialogRef<Command>>(DialogRef);

  private readonly wish = inject<PaletteWish>(DIALOG_DATA);
  private readonly list = viewChild<ElementRef<HTMLElement>>('list');
  private begun = false;
  private readonly choice = computed(() => searchable(this.wish.choice?.commands() ?? []));
  protected readonly label = this.wish.choice?.label ?? 'Find a PC, page or command';

  protected readonly text = signal('');
  protected readonly found = computed(() =>
    this.wish.choice
      ? fitting(this.choice(), this.text(), SHOWN_OF_CHOICE)
      : this.registry.find(this.text(), SHOWN),
  );
  protected readonly at = linkedSignal({ source: this.found, computation: () => 0 });

  /** From here on the keys come by themselves. */
  protected begin(field: HTMLInputElement): void {
    if (this.begun) return;
    this.begun = true;
    const { text, entered } = this.wish.takeTyped();
    field.value = text;
    this.text.set(text);
    if (entered) this.choose(this.found()[0]);
  }

  protected move(event: Event, step: number): void {
    event.preventDefault();
    const count = this.found().length;
    if (count === 0) return;
    this.at.update((at) => (at + step + count) % count);
    this.list()?.nativeElement.children[this.at()]?.scrollIntoView({ block: 'nearest' });
  }

  protected chooseByKey(event: Event): void {
    // The focus goes back to the button that opened this: the same key must not press it again.
    event.preventDefault();
    this.choose(this.found()[this.at()]);
  }

  protected choose(command: Command | undefined): void {
    if (command) this.dialog.close(command);
  }
}
