import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { lossesIn, RISK_WORDS, type FleetAgent } from '@kenny/contract/web';
import type { Remedy } from '@kenny/health/web';
import { capitalised } from '@kenny/kernel';
import { CallTeller } from '../../core/approvals/call-teller';
import { Mutation } from '../../core/http/mutation';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';
import { FreeSpace } from './free-space';
import type { PcFacts } from './pc-facts';
import { isFound } from './tools/tool-words';

/** kenny's own fixes for that system, each once; what is chosen first is a tool with a form. */
export function fixesFor(remedies: readonly Remedy[], pc: Pick<FleetAgent, 'meta'>): Remedy[] {
  return fixesWithChoice(remedies, pc).filter(({ choose }) => !choose);
}

function fixesWithChoice(
  remedies: readonly Remedy[],
  { meta }: Pick<FleetAgent, 'meta'>,
): Remedy[] {
  const own = remedies.filter(({ os }) => os === meta?.os);
  return [...new Map(own.map((one) => [one.title, one])).values()];
}

/** Fixes of kenny's own, whether anything is wrong or not; each shows what it does before it asks. */
@Component({
  selector: 'kenny-fixes',
  imports: [ErrorNote, FreeSpace, MatButton],
  template: `
    @if (groups().length > 0) {
      <p class="dim">Each of these fixes shows what it does, then asks for approval.</p>
      @if (asking.error(); as fault) {
        <kenny-error [error]="fault" />
      }
    }
    @for (group of groups(); track group.title) {
      <h3>{{ group.title }}</h3>
      <ul [attr.aria-label]="group.title">
        @for (fix of group.fixes; track fix.title) {
          <li>
            @if (fix.choose) {
              <kenny-free-space [pc]="pc()" [facts]="facts()" [remedy]="fix" />
            } @else {
              <button
                type="button"
                matButton="outlined"
                [disabled]="!pc().online || asking.busy()"
                (click)="ask(fix)"
              >
                {{ fix.title }}…
              </button>
            }
            <span>{{ fix.when }}</span>
            @if (riskOf(fix); as risk) {
              <span class="dim"
                ><span class="risk" [attr.data-risk]="risk">{{ RISK_WORDS[risk] }}</span
                >{{ lossesBy(fix) }}</span
              >
            }
          </li>
        }
      </ul>
    }
  `,
  styleUrl: '../../ui/risk.css',
  styles: `
    h3 {
      font-size: 14px;
      margin: 12px 0 4px;
    }
    p {
      margin: 8px 0 0;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 14px 28px;
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
  private readonly teller = inject(CallTeller);
  readonly pc = input.required<FleetAgent>();
  readonly facts = input.required<PcFacts>();
  /** Words of a search. */
  readonly wanted = input('');
  protected readonly asking = new Mutation();
  protected readonly RISK_WORDS = RISK_WORDS;

  /** Fixes of the same matter stand together, so that what they differ in is seen. */
  protected readonly groups = computed(() => {
    const fixes = fixesWithChoice(this.facts().remedies(), this.pc());
    const [chosen] = fixes.filter(({ choose }) => choose);
    const isLikeIt = ({ field }: Remedy) => field === chosen?.field;
    const found = fixes.filter(({ title, when }) => isFound(this.wanted(), title, when));
    return [
      { title: chosen?.title ?? '', fixes: found.filter(isLikeIt) },
      { title: 'Ready-made fixes', fixes: found.filter((one) => !isLikeIt(one)) },
    ].filter((group) => group.fixes.length > 0);
  });

  protected riskOf(fix: Remedy) {
    return this.teller.riskOf(this.callOf(fix));
  }

  /** Behind its risk; that nothing else happens is not said of each. */
  protected lossesBy({ effects }: Remedy): string {
    return lossesIn(effects)
      .map((words) => ` · ${capitalised(words)}`)
      .join('');
  }

  protected ask(fix: Remedy): Promise<void> {
    return this.askToRun.ask(this.asking, { ...this.callOf(fix), reason: fix.title });
  }

  private callOf({ tool, args }: Remedy) {
    return { tool, args, agent_id: this.pc().agent_id };
  }
}
