import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { ApprovalView, FleetAgent, SectionHealth } from '@kenny/contract/web';
import type { Remedy } from '@kenny/health/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { doneSince } from '../../core/approvals/ran-since';
import { Mutation } from '../../core/http/mutation';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';
import { SameRan } from '../../ui/same-ran';
import { FixAsker } from './fix-asker';
import { FreeSpace } from './free-space';
import type { PcFacts } from './pc-facts';

/** What usually helps, each a button that requests it; decided on the sheet like any other change. */
@Component({
  selector: 'kenny-remedies',
  imports: [ErrorNote, FreeSpace, MatButton, RouterLink, SameRan],
  template: `
    @for (remedy of own(); track remedy.title) {
      @let requests = waiting(remedy);
      @for (request of requests; track request.id) {
        <a
          [matButton]="request === main() ? 'filled' : 'text'"
          [routerLink]="['/approvals', request.id]"
        >
          @if ($first) {
            Review “{{ remedy.title }}”<span class="unseen">, which waits for approval</span>
          } @else {
            Review {{ $index + 1 }} of {{ $count
            }}<span class="unseen"> “{{ remedy.title }}”, which waits as well</span>
          }
        </a>
        <kenny-same-ran class="same dim" [approval]="request" />
      }
      @if (remedy.choose) {
        <kenny-free-space
          [pc]="pc()"
          [tools]="facts().tools()"
          [remedy]="remedy"
          [look]="remedy === main() ? 'filled' : 'text'"
        />
      } @else if (requests.length === 0) {
        <button
          type="button"
          [matButton]="remedy === main() ? 'filled' : 'text'"
          [disabled]="!pc().online || asking.busy()"
          (click)="ask(remedy)"
        >
          {{ remedy.title }}…
        </button>
      }
    }
    @if (asking.error(); as fault) {
      <kenny-error [error]="fault" />
    }
  `,
  styles: `
    /* Its buttons stand in the row of the card. */
    :host {
      display: contents;
    }
    .same {
      align-self: center;
    }
    kenny-error {
      order: 1;
      flex: 1 0 100%;
    }
  `,
})
export class Remedies {
  private readonly approvals = inject(ApprovalsStore);
  private readonly asker = inject(FixAsker);
  private readonly askToRun = inject(AskToRun);
  readonly pc = input.required<FleetAgent>();
  readonly facts = input.required<PcFacts>();
  readonly section = input.required<SectionHealth>();
  protected readonly asking = new Mutation();

  /** Those for its system, where one of their limits says what is wrong. */
  protected readonly own = computed(() => {
    const os = this.pc().meta?.os;
    const fitting = this.facts()
      .helpingWith(this.section())
      .filter((one) => one.os === os);
    // One may help against two limits of the same check.
    return [...new Map(fitting.map((one) => [one.title, one])).values()];
  });

  protected waiting(remedy: Remedy): ApprovalView[] {
    return this.asker.waitingOn(this.pc().agent_id, remedy);
  }

  /** The one to press: what waits for approval already, or else the first that helps. */
  protected readonly main = computed(() => {
    const own = this.own().map((remedy) => ({ remedy, requests: this.waiting(remedy) }));
    const waits = own.flatMap(({ requests }) => requests).find((one) => !this.isDone(one));
    return waits ?? own.find(({ requests }) => requests.length === 0)?.remedy;
  });

  private isDone(request: ApprovalView): boolean {
    return doneSince(request, this.approvals.all()) !== undefined;
  }

  protected ask({ tool, args, title: reason }: Remedy): Promise<void> {
    const { agent_id } = this.pc();
    return this.askToRun.ask(this.asking, { tool, agent_id, args, reason });
  }
}
