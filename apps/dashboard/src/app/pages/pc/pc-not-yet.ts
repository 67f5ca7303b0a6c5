import { Component, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Router, RouterLink } from '@angular/router';
import type { FleetAgent } from '@kenny/contract/web';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { PcRemoval } from '../../ui/pc-removal';
import { RelativeTime } from '../../ui/relative-time';

/** All that can be done for a PC that was added and has never connected. */
@Component({
  selector: 'kenny-pc-not-yet',
  imports: [ErrorNote, MatButton, RelativeTime, RouterLink],
  template: `
    <p>
      @if (pc().added_at; as added) {
        It was added <kenny-time [at]="added" />.
      }
      Once kenny is installed there and reaches this server, its health shows up here.
    </p>
    @if (isAdmin) {
      <p class="dim">
        The link to install it works once, for a day. If it has expired or is lost, make a new one.
      </p>
      <p class="acts">
        <a matButton="filled" routerLink="/settings/add" [queryParams]="{ pc: pc().agent_id }">
          Show how to install it
        </a>
        <button
          type="button"
          matButton="outlined"
          class="danger"
          [disabled]="removing.busy()"
          (click)="remove()"
        >
          Remove this PC…
        </button>
      </p>
      @if (removing.error(); as fault) {
        <kenny-error [error]="fault" />
      }
    } @else {
      <p class="dim">An admin can make the link to install it, or remove it.</p>
    }
  `,
  styles: `
    :host {
      display: block;
      padding: 12px 18px;
      margin-bottom: 14px;
    }
    p {
      margin: 4px 0 10px;
    }
    .acts {
      display: flex;
      flex-wrap: wrap;
      gap: 10px;
    }
  `,
  host: { class: 'panel' },
})
export class PcNotYet {
  readonly pc = input.required<FleetAgent>();
  private readonly removal = inject(PcRemoval);
  private readonly router = inject(Router);
  protected readonly isAdmin = inject(Session).reaches('admin');
  protected readonly removing = new Mutation();

  protected async remove(): Promise<void> {
    await this.removing.run(async () => {
      if (await this.removal.remove(this.pc())) await this.router.navigateByUrl('/fleet');
    });
  }
}
