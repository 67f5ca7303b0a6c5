import { Component, model } from '@angular/core';
import { MatCheckbox } from '@angular/material/checkbox';
import { IDLE_WORDS } from '../core/session/login-end';

/** Whether this is somebody's own device. */
@Component({
  selector: 'kenny-stay',
  imports: [MatCheckbox],
  template: `
    <mat-checkbox [checked]="stays()" (change)="stays.set($event.checked)"
      >Stay logged in on this device</mat-checkbox
    >
    <p class="dim">Until {{ idle.stays }} without use, instead of {{ idle.leaves }}.</p>
  `,
  styles: `
    :host {
      display: block;
    }
    p {
      margin: -4px 0 12px 36px;
      font-size: 13px;
    }
  `,
})
export class StayLoggedIn {
  readonly stays = model.required<boolean>();
  protected readonly idle = IDLE_WORDS;
}
