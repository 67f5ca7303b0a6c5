import { Component, computed, input, linkedSignal, output } from '@angular/core';
import { MatAutocomplete, MatAutocompleteTrigger, MatOption } from '@angular/material/autocomplete';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { FIELD_LOOK } from '../../ui/field-look';

/** A person or a PC that can be chosen by name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** More are not read through; typing narrows them. */
const MOST_SHOWN = 30;

/** Somebody or something out of those that are known, found by a part of the name. */
@Component({
  selector: 'kenny-name-field',
  imports: [MatAutocomplete, MatAutocompleteTrigger, MatFormField, MatInput, MatLabel, MatOption],
  providers: [FIELD_LOOK],
  template: `
    <mat-form-field>
      <mat-label>{{ label() }}</mat-label>
      <input
        #field
        matInput
        autocomplete="off"
        spellcheck="false"
        [matAutocomplete]="list"
        [value]="text()"
        (input)="typed.set(field.value)"
        (change)="settle(field.value)"
      />
      <mat-autocomplete
        #list
        [autoActiveFirstOption]="typed() !== undefined"
        [displayWith]="nameOf"
        (optionSelected)="choose($event.option.value)"
      >
        @for (one of shown(); track one.id) {
          <!-- The field keeps the focus: leaving it would settle before the press has ended. -->
          <mat-option [value]="one.id" (mousedown)="$event.preventDefault()">{{
            one.name
          }}</mat-option>
        }
      </mat-autocomplete>
    </mat-form-field>
  `,
  styles: `
    :host {
      display: grid;
    }
  `,
})
export class NameField {
  readonly label = input.required<string>();
  readonly known = input.required<readonly Named[]>();
  /** ID of the chosen one; empty for none. */
  readonly chosen = input.required<string>();
  readonly choice = output<string | null>();
  /** What is in the field; undefined while nobody types. */
  protected readonly typed = linkedSignal<string, string | undefined>({
    source: this.chosen,
    computation: () => undefined,
  });
  protected readonly text = computed(() => this.typed() ?? this.nameOf(this.chosen()));
  private readonly found = computed(() => this.like(this.typed() ?? ''));
  protected readonly shown = computed(() => this.found().slice(0, MOST_SHOWN));

  protected readonly nameOf = (id: string): string =>
    this.known().find((one) => one.id === id)?.name ?? id;

  protected choose(id: string | null): void {
    this.typed.set(undefined);
    this.choice.emit(id);
  }

  /** The first that the words are a part of; what is no name of theirs is taken for an id. */
  protected settle(text: string): void {
    const words = text.trim();
    if (this.typed() === undefined) return;
    if (words === '') return this.choose(null);
    this.choose((this.like(words)[0]?.id ?? words) || null);
  }

  /** Whole names first. */
  private like(text: string): Named[] {
    const words = text.trim().toLowerCase();
    const rank = ({ name }: Named) => (name.toLowerCase().startsWith(words) ? 0 : 1);
    return this.known()
      .filter(({ name }) => name.toLowerCase().includes(words))
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
  }
}
