import { Component, computed, inject, linkedSignal, model } from '@angular/core';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { FleetStore } from '../../core/fleet/fleet-store';
import { separated } from '../../core/forms/separated';
import { FIELD_LOOK } from '../../ui/field-look';

/** Some PCs in place of all, by their IDs: of a token, or of what somebody hears of. */
@Component({
  selector: 'kenny-only-pcs',
  imports: [MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    <mat-form-field>
      <mat-label>Only these PCs</mat-label>
      <textarea
        #only
        matInput
        rows="1"
        class="mono"
        spellcheck="false"
        [value]="text()"
        (input)="choose(only.value)"
      ></textarea>
      <mat-hint>{{ hint() }}</mat-hint>
    </mat-form-field>
  `,
  styles: `
    :host {
      display: grid;
    }
  `,
})
export class OnlyPcs {
  /** None means all. */
  readonly ids = model<readonly string[]>([]);
  private readonly fleet = inject(FleetStore);
  /** As it is written, until other PCs are given. */
  protected readonly text = linkedSignal<readonly string[], string>({
    source: this.ids,
    computation: (ids, before) => {
      const same = before && separated(before.value).join() === ids.join();
      return same ? before.value : ids.join(' ');
    },
  });
  protected readonly hint = computed(() => {
    const strangers = strangersAmong(this.fleet, this.ids());
    return strangers.length > 0
      ? `Not in the fleet: ${strangers.join(', ')}`
      : 'Optional; default: all. PC IDs, separated by spaces.';
  });

  protected choose(text: string): void {
    this.text.set(text);
    this.ids.set(separated(text));
  }
}

/** Those that no PC has. */
export function strangersAmong(fleet: FleetStore, ids: readonly string[]): string[] {
  return ids.filter((id) => fleet.agent(id) === undefined);
}
