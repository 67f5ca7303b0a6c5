import { Component, inject, input, model } from '@angular/core';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { FleetStore } from '../core/fleet/fleet-store';
import { UntrustedText } from './untrusted-text';

/** All PCs, or those that are ticked; what stands in it is shown beside those. */
@Component({
  selector: 'kenny-pc-choice',
  imports: [MatCheckbox, MatRadioButton, MatRadioGroup, UntrustedText],
  template: `
    <fieldset>
      <legend>On which PCs?</legend>
      <mat-radio-group
        class="choice"
        aria-label="On which PCs?"
        [value]="ids() === undefined ? null : ids() === null"
        (change)="ids.set($event.value ? null : [])"
      >
        <mat-radio-button [value]="true" [disabled]="limited()">All PCs</mat-radio-button>
        <mat-radio-button [value]="false">Only some</mat-radio-button>
      </mat-radio-group>
      @if (ids(); as chosen) {
        <div class="pcs" role="group" aria-label="PCs">
          @for (pc of pcs(); track pc.agent_id) {
            <mat-checkbox
              [checked]="chosen.includes(pc.agent_id)"
              (change)="toggle(pc.agent_id, $event.checked)"
              ><kenny-untrusted [text]="pc.name"
            /></mat-checkbox>
          } @empty {
            <p class="dim">No PCs yet.</p>
          }
        </div>
        <ng-content />
      }
    </fieldset>
  `,
  styleUrl: './form.css',
  styles: `
    :host {
      display: block;
      grid-column: 1 / -1;
    }
    fieldset {
      margin: 0;
      padding: 0;
      border: 0;
    }
    legend {
      padding: 0;
      font-weight: 560;
    }
    .pcs {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
      max-height: 260px;
      overflow-y: auto;
      overflow-wrap: anywhere;
    }
  `,
})
export class PcChoice {
  /** Null: all. Undefined until somebody chooses. */
  readonly ids = model.required<readonly string[] | null | undefined>();
  /** Whoever reaches some PCs only cannot choose all. */
  readonly limited = input(false);
  protected readonly pcs = inject(FleetStore).agents;

  protected toggle(id: string, on: boolean): void {
    this.ids.update((ids) => {
      const others = (ids ?? []).filter((one) => one !== id);
      return on ? [...others, id] : others;
    });
  }
}
