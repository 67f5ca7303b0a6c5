import {
  afterRenderEffect,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  linkedSignal,
} from '@angular/core';
import type { SectionHealth } from '@kenny/contract/web';
import { arriveAt } from '../../ui/arrive-at';
import { Fold } from '../../ui/fold';
import { RelativeTime } from '../../ui/relative-time';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import type { PcFacts } from './pc-facts';
import { PROGRAM_FIELDS } from '../../core/facts/known-updates';
import { LimitForm } from './limit-form';
import { ProgramUpdates } from '../../ui/program-updates';
import { SectionCard } from './section-card';

/** What is fine and what could not be read, a line each; one of them opened shows all it holds. */
@Component({
  selector: 'kenny-health-chips',
  imports: [Fold, LimitForm, ProgramUpdates, RelativeTime, SectionCard, StatusDot, UntrustedText],
  template: `
    <kenny-fold [heading]="heading()" [wanted]="here()">
      <ul aria-label="Checks that are fine or could not be read">
        @for (section of all(); track section.name) {
          <li>
            <button
              type="button"
              class="chip"
              [attr.aria-expanded]="section.name === opened()?.name"
              (click)="choose(section)"
            >
              <kenny-status-dot
                [quiet]="true"
                [health]="away() && section.status === 'ok' ? 'offline' : section.status"
                [label]="facts().titleOf(section)"
              /><span class="unseen">{{
                section.status === 'ok' ? ': fine. ' : ': not readable. '
              }}</span
              ><span class="how dim"><kenny-untrusted [text]="section.reason" /></span>
            </button>
          </li>
          @if (section.name === opened()?.name) {
            <li class="open">
              @if (section.status === 'ok') {
                <kenny-section-card
                  class="panel"
                  [section]="section"
                  [definition]="facts().definitionOf(section)"
                  [thresholds]="facts().thresholdsOf(section)"
                  [payload]="facts().payloadOf(section)"
                  [apart]="facts().updatesOf(section) ? programs : []"
                >
                  @if (facts().updatesOf(section); as packages) {
                    @if (facts().pc(); as pc) {
                      <kenny-program-updates
                        [pc]="pc"
                        [packages]="packages"
                        [update]="facts().singleUpdate()"
                        [mayAsk]="mayAsk()"
                      />
                    }
                  }
                  @for (threshold of facts().movableOf(section); track threshold.field) {
                    <kenny-limit-form
                      [agentId]="agentId()"
                      [check]="section.name"
                      [threshold]="threshold"
                      [limit]="facts().limitOf(section, threshold)"
                      [mayEdit]="facts().isAdmin"
                      (changed)="facts().reload()"
                    />
                  }
                </kenny-section-card>
              } @else {
                <p class="panel unread">
                  <strong>{{ facts().titleOf(section) }} could not be read: </strong>
                  <kenny-untrusted [text]="section.reason" />
                  <span class="dim"> · <kenny-time [at]="section.since" lasting /></span>
                </p>
              }
            </li>
          }
        }
      </ul>
    </kenny-fold>
  `,
  styles: `
    /* What is opened has the whole width under its own line. */
    ul {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(350px, 100%), 1fr));
      grid-auto-flow: dense;
      gap: 0 16px;
      list-style: none;
      margin: 0 0 10px;
      padding: 0;
    }
    li {
      min-width: 0;
    }
    .open {
      grid-column: 1 / -1;
      margin: 4px 0 10px;
    }
    .chip {
      display: flex;
      align-items: center;
      gap: 8px;
      width: calc(100% + 16px);
      min-height: 30px;
      padding: 2px 8px;
      margin: 0 -8px;
      border: 0;
      border-radius: 6px;
      background: none;
      color: inherit;
      font: inherit;
      text-align: start;
      cursor: pointer;
    }
    .chip kenny-status-dot {
      flex: none;
    }
    .how {
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .chip:hover,
    .chip[aria-expanded='true'] {
      background: var(--hover);
    }
    .unread {
      padding: 10px 16px;
      margin: 0;
      overflow-wrap: anywhere;
    }
    @media (pointer: coarse), (max-width: 760px) {
      .chip {
        min-height: 44px;
      }
    }
  `,
})
export class HealthChips {
  readonly agentId = input.required<string>();
  readonly facts = input.required<PcFacts>();
  readonly mayAsk = input(false);
  protected readonly programs = PROGRAM_FIELDS;
  /** Name of the check that somebody followed a link to: it is opened, and has the focus. */
  readonly cameFor = input<string>();
  private readonly chosen = linkedSignal<string | null>(() => this.cameFor() ?? null);
  /** Not readable first: somebody may want to know why. */
  protected readonly all = computed(() => [
    ...this.facts().unreadable(),
    ...this.facts().healthy(),
  ]);
  /** What it reported last need not be so any more. */
  protected readonly away = computed(() => this.facts().pc()?.online === false);
  protected readonly opened = computed(() => this.all().find(({ name }) => name === this.chosen()));

  protected readonly heading = computed(() => {
    const [fine, unread] = [this.facts().healthy().length, this.facts().unreadable().length];
    // The page says above that all of them are.
    if (fine === this.facts().sections().length) {
      return this.away() ? 'Checks, as they were last seen' : 'Checks';
    }
    const [is, are] = this.away() ? ['was', 'were'] : ['is', 'are'];
    const checks = `${fine} ${fine === 1 ? `check ${is}` : `checks ${are}`} fine`;
    if (unread === 0) return checks;
    return fine === 0 ? `${unread} could not be read` : `${checks}, ${unread} could not be read`;
  });
  protected readonly here = computed(() => this.all().some(({ name }) => name === this.cameFor()));

  constructor() {
    const { nativeElement } = inject<ElementRef<HTMLElement>>(ElementRef);
    afterRenderEffect(() => {
      const chip = this.here() ? nativeElement.querySelector('.chip[aria-expanded="true"]') : null;
      if (chip instanceof HTMLElement) arriveAt(chip);
    });
  }

  protected choose({ name }: SectionHealth): void {
    this.chosen.update((before) => (before === name ? null : name));
  }
}
