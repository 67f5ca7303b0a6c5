import { Component, computed, effect, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { visibleText } from '@kenny/kernel';
import { ApiClient } from '../core/http/api-client';
import { Mutation } from '../core/http/mutation';
import type { Picture } from '../core/http/api-sender';
import { ErrorNote } from './error-note';
import { RelativeTime } from './relative-time';

/**
 * The last picture of the screen. It comes when somebody wants to see it and not before: it shows what
 * a person was doing, and each look is in the audit log.
 */
@Component({
  selector: 'kenny-pc-screen',
  imports: [ErrorNote, MatButton, RelativeTime, RouterLink],
  template: `
    @if (address(); as address) {
      <p class="dim">
        Taken
        @if (taken(); as taken) {
          <kenny-time [at]="taken" />
        }
      </p>
      <img [src]="address" [alt]="alt()" />
    } @else if (nothing()) {
      <p class="dim" role="status">No screenshot from the last hour; older ones are not kept.</p>
    }
    @if (request.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    <div class="looks">
      <a matButton="outlined" [routerLink]="['/fleet', agentId()]" [queryParams]="{ tool: tool() }">
        Take a screenshot
      </a>
      <button type="button" matButton="outlined" [disabled]="request.busy()" (click)="look()">
        Show the last one
      </button>
    </div>
  `,
  styles: `
    .looks {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    img {
      display: block;
      max-width: 100%;
      height: auto;
      margin-bottom: 8px;
      border: 1px solid var(--line);
    }
  `,
})
export class PcScreen {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  readonly name = input.required<string>();
  /** Which tool takes one. */
  readonly tool = input.required<string>();

  protected readonly request = new Mutation();
  private readonly picture = signal<Picture | null | undefined>(undefined);
  protected readonly nothing = computed(() => this.picture() === null);
  protected readonly taken = computed(() => {
    const said = this.picture()?.taken;
    return said ? new Date(said).toISOString() : null;
  });
  protected readonly address = computed(() => {
    const picture = this.picture();
    return picture ? URL.createObjectURL(picture.bytes) : null;
  });
  protected readonly alt = computed(() => `Screen of ${visibleText(this.name())}`);

  constructor() {
    effect((onCleanup) => {
      const address = this.address();
      if (address !== null) onCleanup(() => URL.revokeObjectURL(address));
    });
    // Another PC: nothing of the one before.
    effect(() => {
      this.agentId();
      this.picture.set(undefined);
      this.request.clear();
    });
  }

  protected async look(): Promise<void> {
    const id = this.agentId();
    await this.request.run(async () => {
      const picture = await this.api.screen(id);
      if (id === this.agentId()) this.picture.set(picture);
    });
  }
}
