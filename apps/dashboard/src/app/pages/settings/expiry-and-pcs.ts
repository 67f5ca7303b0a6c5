import { Component, model } from '@angular/core';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { FIELD_LOOK } from '../../ui/field-look';
import { OnlyPcs } from './only-pcs';
import { LIVES } from './token-words';

/** Until when a token is good, and on which PCs. */
@Component({
  selector: 'kenny-expiry-and-pcs',
  imports: [MatFormField, MatInput, MatLabel, OnlyPcs],
  providers: [FIELD_LOOK],
  template: `
    <mat-form-field>
      <mat-label>Expires</mat-label>
      <select #time matNativeControl (change)="life.set(+time.value)">
        @for (one of lives; track one.name; let index = $index) {
          <option [value]="index" [selected]="index === life()">{{ one.name }}</option>
        }
      </select>
    </mat-form-field>
    <kenny-only-pcs class="wide" [(ids)]="ids" />
  `,
  styles: `
    /* Its fields stand among those of the form. */
    :host {
      display: contents;
    }
    .wide {
      grid-column: 1 / -1;
    }
  `,
})
export class ExpiryAndPcs {
  /** Place in `LIVES`. */
  readonly life = model.required<number>();
  readonly ids = model.required<readonly string[]>();
  protected readonly lives = LIVES;
}
