import { Component, input } from '@angular/core';
import type { ResourceState } from '../core/http/api-resource';
import { ErrorNote } from './error-note';

/** Loading, or failed with a button to retry; nothing once there is an answer. */
@Component({
  selector: 'kenny-resource-state',
  imports: [ErrorNote],
  template: `
    @if (of().error(); as fault) {
      <kenny-error [error]="fault" [retryable]="true" (retry)="of().retry()" />
    } @else if (!of().ready()) {
      <p class="dim later" role="status">{{ loading() }}</p>
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class ResourceStateNote {
  readonly of = input.required<ResourceState>();
  readonly loading = input('Loading…');
}
