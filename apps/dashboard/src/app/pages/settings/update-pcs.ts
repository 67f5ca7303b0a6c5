import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Router } from '@angular/router';
import type { FleetAgent, ReleaseView } from '@kenny/contract/web';
import { firstFew, visibleText } from '@kenny/kernel';
import { whyNoUpdates } from '../../core/fleet/why-no-updates';
import { ApiClient } from '../../core/http/api-client';
import { asApiError } from '../../core/http/api-error';
import { Mutation } from '../../core/http/mutation';
import { AskFirst } from '../../ui/ask-first';
import { updateCall } from '../../core/approvals/update-call';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';

/** How many PCs the question names. */
const NAMED = 6;

/** A PC, and the newer version that is published for it. */
export interface UpdateOffer {
  readonly pc: FleetAgent;
  readonly release: ReleaseView;
}

/** Requests the update of every PC that can take it now; each is approved on its own. */
@Component({
  selector: 'kenny-update-pcs',
  imports: [ErrorNote, MatButton],
  template: `
    @if (ready().length; as count) {
      <button type="button" matButton="filled" [disabled]="update.busy()" (click)="ask()">
        Update {{ count }} {{ count === 1 ? 'PC' : 'PCs' }}…
      </button>
    }
    @if (notNow(); as words) {
      <p class="dim">{{ words }}</p>
    }
    @if (update.error(); as error) {
      <kenny-error [error]="error" />
    }
  `,
  styles: `
    :host {
      display: block;
      margin: 0 0 10px;
    }
    p {
      margin: 4px 0 0;
    }
  `,
})
export class UpdatePcs {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  private readonly router = inject(Router);
  private readonly askToRun = inject(AskToRun);
  readonly offers = input.required<readonly UpdateOffer[]>();
  protected readonly update = new Mutation();
  private readonly able = computed(() => this.offers().filter(({ pc }) => !whyNoUpdates(pc)));
  protected readonly ready = computed(() => this.able().filter(({ pc }) => pc.online));
  /** Why the button is for fewer PCs than can be updated. */
  protected readonly notNow = computed(() => {
    const away = this.able().length - this.ready().length;
    const unable = this.offers().length - this.able().length;
    const words: string[] = [];
    if (away > 0) {
      words.push(
        away === 1
          ? 'One is offline: update it when it is back.'
          : `${away} are offline: update them when they are back.`,
      );
    }
    if (unable > 0) {
      words.push(
        unable === 1
          ? 'One cannot be updated from here: its page says why.'
          : `${unable} cannot be updated from here: their pages say why.`,
      );
    }
    return words.join(' ');
  });

  protected async ask(): Promise<void> {
    const offers = this.ready();
    const [only] = offers;
    if (only && offers.length === 1) {
      const call = updateCall(only.pc.agent_id, only.release.version);
      return this.askToRun.ask(this.update, call, () => this.request(only));
    }
    const sure = await this.askFirst.ask({
      title: `Ask for ${offers.length} updates?`,
      name: firstFew(
        offers.map(({ pc }) => visibleText(pc.name)),
        NAMED,
      ),
      words:
        'Each waits under Approvals until you approve it; of many, only a few wait at a time. ' +
        'Approve one first; when that PC is back, approve the others.',
      act: `Ask for ${offers.length} updates`,
      losesNothing: true,
    });
    if (!sure) return;
    await this.update.run(async () => {
      await this.requestAll(offers);
      await this.router.navigate(['/approvals']);
    });
  }

  /** As many as the server lets wait at once: the rest is asked for once those are decided. */
  private async requestAll(offers: readonly UpdateOffer[]): Promise<void> {
    for (const [at, offer] of offers.entries()) {
      try {
        await this.request(offer);
      } catch (fault) {
        if (at > 0 && asApiError(fault).code === 'rate_limited') return;
        throw fault;
      }
    }
  }

  private request({ pc, release }: UpdateOffer) {
    return this.api.updateAgent(pc.agent_id, { version: release.version });
  }
}
