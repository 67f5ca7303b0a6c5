import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RISK_WORDS, type FleetAgent } from '@kenny/contract/web';
import type { Remedy } from '@kenny/health/web';
import { CallTeller } from '../../core/approvals/call-teller';
import { Mutation } from '../../core/http/mutation';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';

/** kenny's own fixes for that system, each once; what is chosen first is a tool with a form. */
export function fixesFor(
  remedies: readonly Remedy[],
  { meta }: Pick<FleetAgent, 'meta'>,
): Remedy[] {
  const own = remedies.filter(({ os, choose }) => os === meta?.os && !choose);
  return [...new Map(own.map((one) => [one.title, one])).values()];
}

/** Fixes of kenny's own, whether anything is wrong or not; each is decided on its sheet. */
@Component({
  selector: 'kenny-fixes',
  imports: [ErrorNote, MatButton],
  template: `
    @if (fixes().length > 0) {
      <h3 id="fixes">Ready-made fixes</h3>
      <p class="dim">Each asks for approval first.</p>
      @if (asking.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      <ul aria-labelledby="fixes">
        @for (fix of fixes(); track fix.title) {
          <li>
            <button
              type="button"
              matButton="outlined"
              [disabled]="!pc().online || asking.busy()"
              (click)="ask(fix)"
            >
              {{ fix.title }}…
            </button>
            <span class="dim">{{ riskOf(fix) }} · {{ teller.weighInShort(callOf(fix)) }}</span>
          </li>
        }
      </ul>
    }
  `,
  styles: `
    h3 {
      font-size: 14px;
      margin: 8px 0 4px;
    }
    p {
      margin: 0 0 8px;
    }
    ul {
      list-style: none;
      margin: 0 0 14px;
      padding: 0;
      display: grid;
      gap: 10px 28px;
      grid-template-columns: repeat(auto-fill, minmax(min(420px, 100%), 1fr));
    }
    li {
      display: grid;
      align-content: start;
      justify-items: start;
      gap: 4px;
      font-size: 13px;
    }
  `,
})
export class Fixes {
  private readonly askToRun = inject(AskToRun);
  protected readonly teller = inject(CallTeller);
  readonly pc = input.required<FleetAgent>();
  readonly remedies = input.required<readonly Remedy[]>();
  protected readonly fixes = computed(() => fixesFor(this.remedies(), this.pc()));
  protected readonly asking = new Mutation();

  protected callOf({ tool, args }: Remedy) {
    return { tool, args, agent_id: this.pc().agent_id };
  }

  protected riskOf(fix: Remedy): string {
    const risk = this.teller.riskOf(this.callOf(fix));
    return risk ? RISK_WORDS[risk] : '';
  }

  protected ask(fix: Remedy): Promise<void> {
    return this.askToRun.ask(this.asking, { ...this.callOf(fix), reason: fix.title });
  }
}
