import { Component, computed, input } from '@angular/core';
import { encodeQR } from 'qr';

/** Empty modules around it; readers ask for four. */
const BORDER = 4;

/** A text for the camera of another device. Dark on light in both themes: readers want it so. */
@Component({
  selector: 'kenny-qr-code',
  template: `
    <svg role="img" [attr.viewBox]="box()" [attr.aria-label]="label()" shape-rendering="crispEdges">
      <path [attr.d]="path()" fill="#000" />
    </svg>
  `,
  styles: `
    :host {
      display: block;
      width: 176px;
      max-width: 100%;
      border-radius: var(--r);
      background: #fff;
    }
    svg {
      display: block;
    }
  `,
})
export class QrCode {
  readonly text = input.required<string>();
  readonly label = input.required<string>();
  private readonly rows = computed(() => encodeQR(this.text(), 'raw', { border: BORDER }));
  protected readonly box = computed(() => `0 0 ${this.rows().length} ${this.rows().length}`);
  /** Drawn as a path: nothing is parsed as HTML. */
  protected readonly path = computed(() =>
    this.rows()
      .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
      .join(''),
  );
}
