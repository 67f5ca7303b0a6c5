import { Component, computed, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { isThisComputersAddress, type InvitationIssued } from '@kenny/contract/web';
import { CopyButton } from '../../ui/copy-button';
import { QrCode } from '../../ui/qr-code';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

/** The link that lets somebody in, shown once. */
@Component({
  selector: 'kenny-invitation-link',
  imports: [CopyButton, MatButton, QrCode, RelativeTime, UntrustedText],
  template: `
    <div class="panel secret" role="status">
      <p>
        <strong
          >Send this link to <kenny-untrusted [text]="issued().token.operator.name" />.</strong
        >
        It logs one browser in, once, and ends <kenny-time [at]="issued().expires_at" />. It is
        shown only now: whoever has it is let in.
      </p>
      <p class="command">
        <code>{{ issued().url }}</code>
        <kenny-copy [text]="issued().url" what="the link" />
      </p>
      @if (local()) {
        <p>
          This address works only on the computer that the server runs on. For other devices, set
          <code>KENNY_PUBLIC_URL</code> first.
        </p>
      } @else {
        @defer (on immediate) {
          <kenny-qr-code [text]="issued().url" label="The link as a QR code" />
        }
      }
      <button type="button" matButton="text" (click)="done.emit()">I have sent it</button>
    </div>
  `,
  styleUrl: './rows.css',
})
export class InvitationLink {
  readonly issued = input.required<InvitationIssued>();
  readonly done = output<void>();
  protected readonly local = computed(() => isThisComputersAddress(this.issued().url));
}
