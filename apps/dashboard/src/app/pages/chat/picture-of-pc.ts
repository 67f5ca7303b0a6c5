import { Component, computed, effect, inject, input, signal } from '@angular/core';
import { bytesOf } from '../../core/chat/picture';
import { Session } from '../../core/session/session';
import { PcScreen } from '../../ui/pc-screen';

/**
 * A picture that a PC made, as a picture. A conversation does not keep long ones: then the last one of
 * that PC can be asked for, by those who may take one themselves.
 */
@Component({
  selector: 'kenny-picture-of-pc',
  imports: [PcScreen],
  template: `
    @if (address(); as address) {
      <img [src]="address" [alt]="'What was to be seen on the screen of ' + pc()" />
    } @else if (!bytes()) {
      @if (maySee()) {
        <p class="dim">
          Screenshots are not kept in the conversation. The last one of this PC is kept for an hour;
          it may be newer than what the model saw.
        </p>
        <kenny-pc-screen [agentId]="pc()" [name]="pc()" [tool]="tool()" />
      } @else {
        <p class="dim">
          Screenshots are not kept in the conversation, and your access does not include screens.
        </p>
      }
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
  /** Which tool took it. */
  readonly tool = input.required<string>();
  private readonly session = inject(Session);
  /** As the server judges who asks for the last one. */
  protected readonly maySee = computed(
    () => this.session.reaches('operator') && this.session.holds('sensitive'),
  );
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
