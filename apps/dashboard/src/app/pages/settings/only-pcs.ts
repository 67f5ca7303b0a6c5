import { Component, computed, inject, model, signal } from '@angular/core';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { FleetStore } from '../../core/fleet/fleet-store';
import { FIELD_LOOK } from '../../ui/field-look';

/** Limits a token to some PCs, by their IDs. */
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
      <mat-hint>
        @if (strangers().length > 0) {
          Not in the fleet: {{ strangers().join(', ') }}
        } @else {
          Optional; default: all. PC IDs, separated by spaces.
        }
      </mat-hint>
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
  protected readonly text = signal('');
  protected readonly strangers = computed(() => strangersAmong(this.fleet, this.ids()));

  protected choose(text: string): void {
    this.text.set(text);
    this.ids.set(text.split(/[\s,]+/).filter(Boolean));
  }
}

/** Those that no PC has. */
export function strangersAmong(fleet: FleetStore, ids: readonly string[]): string[] {
  return ids.filter((id) => fleet.agent(id) === undefined);
}
