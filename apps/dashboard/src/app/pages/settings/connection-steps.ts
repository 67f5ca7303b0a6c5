import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { isThisComputersAddress, TOKEN_PREFIX, type ConnectionClient } from '@kenny/contract/web';
import { CopyButton } from '../../ui/copy-button';
import { BundleDownload } from './bundle-download';
import { ConnectionLines } from './connection-lines';
import { CLIENT_WORDS } from './connection-words';
import { FirstCall } from './first-call';
import type { Connection } from './new-connection';

/** What somebody does until the program calls: the short way first. */
@Component({
  selector: 'kenny-connection-steps',
  imports: [
    BundleDownload,
    ConnectionLines,
    CopyButton,
    FirstCall,
    MatButton,
    NgTemplateOutlet,
    RouterLink,
  ],
  templateUrl: './connection-steps.html',
  styleUrls: ['../../ui/form.css', './connections.css', './rows.css', './enrolling.css'],
})
export class ConnectionSteps {
  readonly client = input.required<ConnectionClient>();
  /** The server's address. */
  readonly url = input.required<string>();
  /** With its token; null for somebody who cannot make one. */
  readonly made = input<Connection['token'] | null>(null);
  readonly came = output();
  readonly left = output();
  protected readonly called = signal(false);
  protected readonly words = computed(() => CLIENT_WORDS[this.client()]);
  protected readonly token = computed(() => this.made()?.token ?? `${TOKEN_PREFIX}…`);
  protected readonly where = computed(() =>
    isThisComputersAddress(this.url())
      ? 'On the computer that kenny runs on'
      : `On the computer with ${this.words().name}`,
  );
}
