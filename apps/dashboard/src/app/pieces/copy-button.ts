import { DOCUMENT, Component, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';

/** Puts a text into the clipboard. Browsers have none where the page came over plain http. */
@Component({
  selector: 'kenny-copy',
  imports: [MatButton],
  template: `
    @if (clipboard) {
      <button type="button" matButton="text" (click)="copy()">
        {{ copied() ? 'Copied' : 'Copy' }}
      </button>
    }
  `,
})
export class CopyButton {
  readonly text = input.required<string>();
  // By the types it is always there, by the browsers only in a secure context.
  protected readonly clipboard: Clipboard | undefined =
    inject(DOCUMENT).defaultView?.navigator.clipboard;
  protected readonly copied = signal(false);

  protected async copy(): Promise<void> {
    await this.clipboard?.writeText(this.text());
    this.copied.set(true);
  }
}
