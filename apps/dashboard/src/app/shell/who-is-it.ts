import { Component, input } from '@angular/core';
import type { MeView } from '@kenny/contract/web';
import { Icon } from '../ui/icon';

/** The name of who works here, and as what. */
@Component({
  selector: 'kenny-who',
  imports: [Icon],
  template: `
    <kenny-icon name="user" />
    <bdi>{{ me().name }}</bdi>
    <span class="dim scope">&nbsp;· {{ me().scope }}</span>
  `,
  styles: `
    kenny-icon {
      margin-right: 6px;
    }
    @media (max-width: 760px) {
      .scope {
        display: none;
      }
    }
  `,
})
export class WhoIsIt {
  readonly me = input.required<MeView>();
}
