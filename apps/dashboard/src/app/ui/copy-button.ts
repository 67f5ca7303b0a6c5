import { Clipboard } from '@angular/cdk/clipboard';
import { Component, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';

/**
 * Puts a text where it can be pasted, and says that it did. A word, no icon: it also stands in what a
 * model wrote, where no picture may be.
 */
@Component({
  selector: 'kenny-copy',
  imports: [MatButton],
  template: `
    <button type="button" [matButton]="look()" (click)="copy()">
      {{ copied() ? 'Copied' : label() }}<span class="unseen"> {{ what() }}</span>
    </button>
    <span class="unseen" role="status">{{ failed() ? 'Could not copy it.' : '' }}</span>
  `,
})
export class CopyButton {
  readonly text = input.required<string>();
  /** What it is, for those who do not see what stands beside the button. */
  readonly what = input('this text');
  readonly label = input('Copy');
  readonly look = input<'outlined' | 'text'>('outlined');
  private readonly clipboard = inject(Clipboard);
  protected readonly copied = signal(false);
  protected readonly failed = signal(false);

  protected copy(): void {
    const done = this.clipboard.copy(this.text());
    this.copied.set(done);
    this.failed.set(!done);
  }
}
