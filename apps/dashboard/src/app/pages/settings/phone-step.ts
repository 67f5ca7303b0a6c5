import { Component, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { LoginLink } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { CopyButton } from '../../ui/copy-button';
import { ErrorNote } from '../../ui/error-note';
import { QrCode } from '../../ui/qr-code';
import { LoginLinkPanel } from './login-link';

const TAILNET = '.ts.net';

/** How another device opens kenny at the address that it has. */
@Component({
  selector: 'kenny-phone-step',
  imports: [CopyButton, ErrorNote, LoginLinkPanel, MatButton, QrCode],
  template: `
    <p>
      @if (throughTailscale()) {
        Get Tailscale from the phone’s app store and log in to the same account. Then scan this with
        the camera:
      } @else {
        Scan this with the phone’s camera:
      }
    </p>
    @if (link(); as issued) {
      <kenny-login-link [issued]="issued" doneLabel="Done" (done)="link.set(null)">
        Scan this on the phone.
      </kenny-login-link>
    } @else {
      @defer (on immediate) {
        <kenny-qr-code [text]="url()" label="kenny’s address as a QR code" />
      }
      <p class="command">
        <code>{{ url() }}</code>
        <kenny-copy [text]="url()" what="the address" />
      </p>
      <button type="button" matButton="outlined" [disabled]="making.busy()" (click)="make()">
        Log in there without a token
      </button>
    }
    @if (making.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    <p class="dim">
      In the browser’s menu, “Add to home screen” makes kenny an app. A laptop or another PC opens
      the same address{{ throughTailscale() ? ', and needs Tailscale, too' : '' }}.
    </p>
  `,
  styleUrl: './rows.css',
  styles: `
    :host {
      display: grid;
      gap: 10px;
      justify-items: start;
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
    }
  `,
})
export class PhoneStep {
  private readonly api = inject(ApiClient);
  /** kenny's address. */
  readonly url = input.required<string>();
  protected readonly link = signal<LoginLink | null>(null);
  protected readonly making = new Mutation();

  protected throughTailscale(): boolean {
    return new URL(this.url()).hostname.endsWith(TAILNET);
  }

  protected async make(): Promise<void> {
    await this.making.run(async () => this.link.set(await this.api.ownLoginLink()));
  }
}
