import { Component, model } from '@angular/core';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { RUN_KINDS, type RunKind } from '@kenny/contract/web';

const TITLES: Readonly<Record<RunKind, string>> = {
  'npm-start': 'I type npm start',
  autostart: 'It starts with the computer, by npm run autostart',
  service: 'As a service of Linux that I set up',
  container: 'In a container',
};

/** For a server that was not told how it was started, and cannot see it. */
@Component({
  selector: 'kenny-run-kind-choice',
  imports: [MatRadioButton, MatRadioGroup],
  template: `
    <mat-radio-group
      class="choice"
      aria-label="How do you start kenny?"
      [value]="kind()"
      (change)="kind.set($event.value)"
    >
      @for (one of kinds; track one) {
        <mat-radio-button [value]="one">{{ titles[one] }}</mat-radio-button>
      }
    </mat-radio-group>
  `,
  styleUrl: '../../ui/form.css',
})
export class RunKindChoice {
  readonly kind = model.required<RunKind>();
  protected readonly kinds = RUN_KINDS;
  protected readonly titles = TITLES;
}
