import { Component, computed, inject, linkedSignal, model } from '@angular/core';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import type { FleetAgent } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { separated } from '../../core/forms/separated';
import { plainOrder } from '../../core/plain-order';
import { FIELD_LOOK } from '../../ui/field-look';
import { Toolbar, ToolbarItem } from '../../ui/toolbar';

const MOST_OFFERED = 16;

/** Some PCs in place of all, by their IDs: of a token, or of what somebody hears of. */
@Component({
  selector: 'kenny-only-pcs',
  imports: [MatFormField, MatHint, MatInput, MatLabel, Toolbar, ToolbarItem],
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
    @if (offered().length > 0) {
      <div class="chips" kennyToolbar aria-label="PCs to choose">
        @for (pc of offered(); track pc.agent_id) {
          <button
            type="button"
            kennyToolbarItem
            class="chip"
            [attr.aria-pressed]="ids().includes(pc.agent_id)"
            (click)="toggle(pc.agent_id)"
          >
            {{ nameOf(pc) }}
          </button>
        }
      </div>
    }
  `,
  styleUrl: '../../ui/chips.css',
  styles: `
    :host {
      display: grid;
      gap: 8px;
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
  /** A handful is chosen by name; of many, whoever chooses knows the IDs. */
  protected readonly offered = computed(() => {
    const pcs = this.fleet.agents();
    return pcs.length > MOST_OFFERED ? [] : pcs.toSorted((a, b) => plainOrder(a.name, b.name));
  });
  protected readonly nameOf = ({ name }: FleetAgent) => visibleText(name);
  protected readonly hint = computed(() => {
    const strangers = strangersAmong(this.fleet, this.ids());
    if (strangers.length > 0) return `Not in the fleet: ${strangers.join(', ')}`;
    return this.offered().length > 0
      ? 'All PCs, unless you choose some below.'
      : 'Optional; default: all. PC IDs, separated by spaces.';
  });

  protected toggle(id: string): void {
    const others = this.ids().filter((one) => one !== id);
    this.ids.set(others.length < this.ids().length ? others : [...others, id]);
  }

  protected choose(text: string): void {
    this.text.set(text);
    this.ids.set(separated(text));
  }
}

/** Those that no PC has. */
export function strangersAmong(fleet: FleetStore, ids: readonly string[]): string[] {
  return ids.filter((id) => fleet.agent(id) === undefined);
}
