import { Component, input } from '@angular/core';
import type { NewerVersion } from '@kenny/contract/web';
import { UntrustedText } from '../../ui/untrusted-text';

/** A version that the release feed names. */
@Component({
  selector: 'kenny-newer-version',
  imports: [UntrustedText],
  template: `
    <p>
      @if (link(newer()); as address) {
        <a [href]="address" target="_blank" rel="noopener noreferrer nofollow"
          >Version <kenny-untrusted [text]="newer().version" /> is out</a
        >
      } @else {
        Version <kenny-untrusted [text]="newer().version" /> is out
      }
    </p>
    @if (newer().notes; as notes) {
      <p class="dim"><kenny-untrusted [text]="notes" /></p>
    }
  `,
  styles: `
    p {
      margin: 2px 0 0;
    }
  `,
})
export class NewerVersionNote {
  readonly newer = input.required<NewerVersion>();
  /** A feed wrote it: it opens only as https. */
  protected readonly link = ({ url }: NewerVersion) => (url?.startsWith('https://') ? url : null);
}
