import { Component, computed, effect, input, signal } from '@angular/core';
import { bytesOf } from '../../core/chat/picture';

/** A picture that a PC made, as a picture; long ones do not come here whole, and it says so. */
@Component({
  selector: 'kenny-picture-of-pc',
  template: `
    @if (address(); as address) {
      <img [src]="address" [alt]="'What was to be seen on the screen of ' + pc()" />
    } @else if (!bytes()) {
      <p class="dim">The picture is too large to be shown here. The model has seen it.</p>
    }
  `,
  styles: `
    img {
      max-width: 100%;
      border: 1px solid var(--line);
      border-radius: 6px;
    }
  `,
})
export class PictureOfPc {
  readonly base64 = input.required<string>();
  readonly pc = input.required<string>();
  protected readonly bytes = computed(() => bytesOf(this.base64()));
  protected readonly address = signal<string | null>(null);

  constructor() {
    effect((onCleanup) => {
      const bytes = this.bytes();
      if (!bytes) return this.address.set(null);
      const address = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
      this.address.set(address);
      onCleanup(() => URL.revokeObjectURL(address));
    });
  }
}
