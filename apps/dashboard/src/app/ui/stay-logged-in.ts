import { Component, model } from '@angular/core';
import { MatCheckbox } from '@angular/material/checkbox';

/** Whether this is somebody's own device. */
@Component({
  selector: 'kenny-stay',
  imports: [MatCheckbox],
  template: `
    <mat-checkbox [checked]="stays()" (change)="stays.set($event.checked)"
      >Stay logged in on this device</mat-checkbox
    >
    <p class="dim">Until 30 days without use. Otherwise until 12 hours without use.</p>
  `,
  styles: `
    p {
      margin: 0 0 0 12px;
      font-size: 13px;
    }
  `,
})
export class StayLoggedIn {
  readonly stays = model.required<boolean>();
}
