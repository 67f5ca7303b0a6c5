import { Component, computed, inject, signal } from '@angular/core';
import { MatAnchor, MatButton, MatIconButton } from '@angular/material/button';
import { MatMenu, MatMenuContent, MatMenuItem, MatMenuTrigger } from '@angular/material/menu';
import { RouterLink } from '@angular/router';
import type { FleetAgent } from '@kenny/contract/web';
import { inOrder } from '../../core/fleet/fleet-order';
import { FleetStore } from '../../core/fleet/fleet-store';
import { Mutation } from '../../core/http/mutation';
import { NOT_CONNECTED_YET } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { Icon } from '../../ui/icon';
import { PcRemoval } from '../../ui/pc-removal';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { HelpLink } from './help-link';
import { TagLimits } from './tag-limits';

/** How many are listed at first. */
const SHOWN = 50;

/** The PCs of this server: adding, installing again and removal; then what holds for many of them. */
@Component({
  selector: 'kenny-pcs',
  imports: [
    ErrorNote,
    HelpLink,
    Icon,
    MatAnchor,
    MatButton,
    MatIconButton,
    ...[MatMenu, MatMenuContent, MatMenuItem, MatMenuTrigger],
    RelativeTime,
    RouterLink,
    TagLimits,
    UntrustedText,
  ],
  templateUrl: './pcs.html',
  styleUrls: ['../../ui/headed-rows.css', './rows.css'],
  styles: `
    .rows button kenny-icon {
      color: var(--ink);
      transform: scale(1.4);
    }
    .whose {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 8px;
    }
    .seen {
      font-size: 13px;
    }
    .columns,
    .rows .pc {
      display: grid;
      grid-template-columns: minmax(0, 3fr) minmax(0, 3fr) minmax(0, 4fr) minmax(0, 3fr) 40px;
      overflow-wrap: anywhere;
    }
    .rows .pc > button {
      justify-self: end;
    }
    /* Over the columns of the list, for the eye: each value says by itself what it is. */
    .columns {
      gap: 0 16px;
      padding: 0 11px 4px 17px;
      font-size: 12px;
      font-weight: 560;
    }
    /* On a phone the menu stays beside the name. */
    @media (max-width: 900px) {
      .columns {
        display: none;
      }
      .rows .pc {
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 2px 16px;
      }
      .rows .pc > a {
        grid-column: 1 / 3;
        justify-self: start;
      }
      .rows .pc > button {
        grid-area: 1 / 3;
      }
      .rows .pc > :is(code, .seen) {
        grid-row: 2;
      }
      .whose {
        grid-area: 3 / 1 / auto / -1;
      }
      .whose:not(:has(*)) {
        display: none;
      }
    }
  `,
})
export class Pcs {
  private readonly removal = inject(PcRemoval);
  private readonly fleet = inject(FleetStore);
  /** By name: whoever comes here looks for one of them. */
  protected readonly agents = computed(() => inOrder(this.fleet.agents(), 'name'));
  protected readonly notYet = NOT_CONNECTED_YET.toLowerCase();
  protected readonly error = this.fleet.error;
  protected readonly ready = this.fleet.ready;
  protected readonly shown = signal(SHOWN);
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;

  protected more(): void {
    this.shown.update((count) => count + SHOWN);
  }

  protected async remove(pc: FleetAgent): Promise<void> {
    await this.mutation.run(() => this.removal.remove(pc));
  }
}
