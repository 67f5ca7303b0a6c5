import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { isThisComputersAddress } from '@kenny/contract/web';
import type { ApiClient } from '../../core/http/api-client';

/** Where others find this server. */
export interface Reach {
  readonly url: string;
  /** Its address works on its own computer only. */
  readonly local: boolean;
  /** Where PCs get in nevertheless, and nobody else does. */
  readonly pcs: string | null;
}

export async function reachOf(api: ApiClient, admin: boolean): Promise<Reach> {
  const { public_url: url } = await api.server();
  const local = isThisComputersAddress(url);
  // Only an admin may know, and could change anything.
  const network = local && admin ? await api.network() : undefined;
  return { url, local, pcs: network?.door?.open === true ? network.agent_url : null };
}

/** What to do first where nobody else could use what is about to be made; what that is stands between the tags. */
@Component({
  selector: 'kenny-reach-first',
  imports: [RouterLink],
  template: `
    <p>
      <strong><ng-content /></strong> kenny’s address, <code>{{ reach().url }}</code>, works only on
      the computer that it runs on.
      <a routerLink="/settings/devices">Let other devices reach it</a>
    </p>
    @if (reach().pcs) {
      <p class="dim">Your PCs connect all the same: they have an address of their own.</p>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 6px;
      padding: 10px 14px;
      border-radius: var(--r);
      background: var(--warn-bg);
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
    }
  `,
})
export class ReachFirst {
  readonly reach = input.required<Reach>();
}
