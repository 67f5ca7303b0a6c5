import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import {
  needsAttention,
  type ApprovalView,
  type FleetAgent,
  type SectionHealth,
} from '@kenny/contract/web';
import { firedThresholds, sameCall, type Remedy } from '@kenny/health/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { SheetOpener } from '../../core/approvals/sheet-opener';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { PageClock } from '../../core/time/clock';
import { ErrorNote } from '../../ui/error-note';
import { FreeSpace } from './free-space';
import type { PcFacts } from './pc-facts';

/** What usually helps, each a button that requests it; decided on the sheet like any other change. */
@Component({
  selector: 'kenny-remedies',
  imports: [ErrorNote, FreeSpace, MatButton, RouterLink],
  template: `
    @for (remedy of own(); track remedy.title) {
      @if (waiting(remedy); as request) {
        <span role="status">
          Waits for approval:
          <a [routerLink]="['/approvals', request.id]">{{ remedy.title }}</a>
        </span>
      }
      @if (remedy.choose) {
        <kenny-free-space [pc]="pc()" [facts]="facts()" [remedy]="remedy" />
      } @else if (!waiting(remedy)) {
        <button
          type="button"
          matButton="outlined"
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
    /* A link in a line is as large as a finger needs. */
    a {
      display: inline-block;
      padding-block: 4px;
    }
    @media (pointer: coarse), (max-width: 560px) {
      a {
        padding-block: 12px;
      }
    }
    kenny-error {
      order: 1;
      flex: 1 0 100%;
    }
  `,
})
export class Remedies {
  private readonly api = inject(ApiClient);
  private readonly approvals = inject(ApprovalsStore);
  private readonly sheet = inject(SheetOpener);
  readonly pc = input.required<FleetAgent>();
  readonly facts = input.required<PcFacts>();
  readonly section = input.required<SectionHealth>();
  private readonly clock = inject(PageClock);
  protected readonly asking = new Mutation();

  /** Those for its system, where one of their limits says what is wrong. */
  protected readonly own = computed(() => {
    const [facts, section, os] = [this.facts(), this.section(), this.pc().meta?.os];
    const { status } = section;
    if (!needsAttention(status)) return [];
    const limits = facts.thresholdsOf(section);
    const fired = firedThresholds(limits, facts.payloadOf(section), status, this.clock.now());
    const fields = fired.map(({ field }) => field);
    const fitting = facts
      .remediesOf(section)
      .filter((one) => one.os === os && fields.includes(one.field));
    // One may help against two limits of the same check.
    return [...new Map(fitting.map((one) => [one.title, one])).values()];
  });

  /** The request for this PC that is the same, or of which a person has chosen the rest. */
  protected waiting(remedy: Remedy): ApprovalView | undefined {
    return this.approvals
      .waiting()
      .find(
        (one) =>
          one.agent_id === this.pc().agent_id &&
          (remedy.choose ? one.tool === remedy.tool : sameCall(one, remedy)),
      );
  }

  protected ask({ tool, args, title }: Remedy): Promise<void> {
    return this.asking.run(async () => {
      const body = { agent_id: this.pc().agent_id, args, reason: title };
      await this.sheet.open(await this.api.callTool(tool, body));
    });
  }
}
