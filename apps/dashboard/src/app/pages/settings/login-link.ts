import { Component, computed, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { isThisComputersAddress, type LoginLink } from '@kenny/contract/web';
import { CopyButton } from '../../ui/copy-button';
import { QrCode } from '../../ui/qr-code';
import { RelativeTime } from '../../ui/relative-time';

/** A link that logs a browser in, shown once; what to do with it stands between the tags. */
@Component({
  selector: 'kenny-login-link',
  imports: [CopyButton, MatButton, QrCode, RelativeTime, RouterLink],
  template: `
    <div class="panel secret" role="status">
      <h3><ng-content select="[whose]" /></h3>
      <p>
        <ng-content /> It logs one browser in, once, and ends
        <kenny-time [at]="issued().expires_at" />. It is shown only now: whoever has it is let in.
      </p>
      <p class="command">
        <code>{{ issued().url }}</code>
        <kenny-copy [text]="issued().url" what="the link" />
      </p>
      @if (local()) {
        <p>
          This address works only on the computer that the server runs on.
          <a routerLink="/settings/devices">Let other devices reach it</a>
        </p>
      } @else {
        @defer (on immediate) {
          <kenny-qr-code [text]="issued().url" label="The link as a QR code" />
        }
      }
      <button type="button" matButton="outlined" (click)="done.emit()">{{ doneLabel() }}</button>
    </div>
  `,
  styleUrl: './rows.css',
})
export class LoginLinkPanel {
  readonly issued = input.required<LoginLink>();
  readonly doneLabel = input.required<string>();
  readonly done = output<void>();
  protected readonly local = computed(() => isThisComputersAddress(this.issued().url));
}
