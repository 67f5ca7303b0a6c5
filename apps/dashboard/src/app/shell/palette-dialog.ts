import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { MatFormField, MatPrefix } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { CommandRegistry, type Command } from '../core/commands/command-registry';
import { FIELD_LOOK } from '../pieces/field-look';
import { Icon } from '../pieces/icon';

const SHOWN = 12;

export type TakeTyped = () => string;

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

  private readonly takeTyped = inject<TakeTyped>(DIALOG_DATA);
  private begun = false;

  protected readonly text = signal('');
  protected readonly found = computed(() => this.registry.find(this.text(), SHOWN));
  protected readonly at = linkedSignal({ source: this.found, computation: () => 0 });

  /** From here on the keys come by themselves. */
  protected begin(field: HTMLInputElement): void {
    if (this.begun) return;
    this.begun = true;
    field.value = this.takeTyped();
    this.text.set(field.value);
  }

  protected move(event: Event, step: number): void {
    event.preventDefault();
    const count = this.found().length;
    if (count > 0) this.at.update((at) => (at + step + count) % count);
  }

  protected choose(command: Command | undefined): void {
    if (command) this.dialog.close(command);
  }
}
