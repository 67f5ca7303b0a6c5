import { NgTemplateOutlet } from '@angular/common';
import {
  afterRenderEffect,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  output,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import {
  needsAttention,
  type CatalogSection,
  type ForecastView,
  type SectionHealth,
  type UnreadablePayload,
} from '@kenny/contract/web';
import { firedThresholds, meaningOf, type Threshold } from '@kenny/health/web';
import { factOf } from '../../core/facts/fact';
import { unitsOf } from '../../core/facts/units';
import { limitWords } from '../../core/health/limit-words';
import { PageClock } from '../../core/time/clock';
import { checkTitle } from '../../core/words';
import { arriveAt } from '../../ui/arrive-at';
import { trendWords } from '../../ui/chart/chart-words';
import { Facts } from '../../ui/facts/facts';
import { onPhone } from '../../ui/on-phone';
import { RelativeTime } from '../../ui/relative-time';
import { StatusDot } from '../../ui/status-dot';
import { UntrustedText } from '../../ui/untrusted-text';
import { guideOf } from './check-guides';

/** Fields of every section that the verdict already shows. */
const FRAME: readonly (keyof UnreadablePayload)[] = [
  'status',
  'summary',
  'readable',
  'unreadable_reason',
];

/** One section of a PC: the verdict, the limit that it crossed, and everything it holds. */
@Component({
  selector: 'kenny-section-card',
  imports: [Facts, MatButton, NgTemplateOutlet, RelativeTime, RouterLink, StatusDot, UntrustedText],
  template: `
    <header>
      <h2 #heading tabindex="-1">
        <kenny-status-dot [health]="section().status" [label]="title()" />
      </h2>
      <strong><kenny-untrusted [text]="section().reason" /></strong>
      <span class="dim">
        {{ rule() }}{{ rule() && ' · ' }}<kenny-time [at]="section().since" lasting />
        @for (forecast of forecasts(); track $index) {
          · <kenny-untrusted [text]="forecast.summary" /> ({{ trendWords(forecast.r2) }})
        }
      </span>
    </header>
    <div class="acts">
      <ng-content select="kenny-remedies" />
      @if (meaning()) {
        <button
          type="button"
          matButton="text"
          [attr.aria-expanded]="explained()"
          (click)="explained.set(!explained())"
        >
          What it means<span class="unseen">: {{ title() }}</span>
        </button>
      } @else if (explainable()) {
        <ng-container [ngTemplateOutlet]="ask" />
      }
    </div>
    @if (explained() && meaning(); as words) {
      <div class="meaning">
        <p role="status">{{ words }}</p>
        @if (explainable()) {
          <ng-container [ngTemplateOutlet]="ask" />
        }
      </div>
    }
    <ng-template #ask>
      <button
        type="button"
        matButton="text"
        title="Sends a question to Claude in your name, in a new chat"
        [disabled]="explaining()"
        (click)="explain.emit()"
      >
        {{ explaining() ? 'Asking Claude…' : 'Ask Claude about it' }}
        <span class="unseen">: {{ title() }}</span>
      </button>
    </ng-template>
    <div class="body">
      @if (fact(); as fact) {
        @if (folds()) {
          <details [open]="cameFor()">
            <summary>
              Details<span class="unseen">: {{ title() }}</span>
            </summary>
            <kenny-facts [fact]="fact" [label]="title()" />
          </details>
        } @else {
          <kenny-facts [fact]="fact" [label]="title()" />
        }
      }
      <ng-content />
      <div class="acts further">
        @if (guide(); as guide) {
          <a matButton="text" [routerLink]="guide.page" [fragment]="guide.fragment"
            >What to do<span class="unseen">: {{ title() }}</span></a
          >
        }
        <ng-content select="kenny-snooze-form" />
        <ng-content select="kenny-limit-form" />
      </div>
    </div>
  `,
  styles: `
    :host {
      display: block;
      padding: 12px 16px;
    }
    header {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 2px 12px;
      margin-bottom: 8px;
    }
    :host(.came-for) {
      border-color: var(--accent);
    }
    h2 {
      margin: 0;
      scroll-margin-top: 24px;
    }
    .acts {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px;
      margin-bottom: 8px;
    }
    .acts:empty {
      display: none;
    }
    /* Not to be taken for what helps. */
    .further {
      grid-column: 1 / -1;
      align-self: start;
      margin: 4px -8px 0;
    }
    /* What wraps begins where the sentence above does. */
    @media (max-width: 560px) {
      .acts {
        gap: 6px 20px;
        --mat-button-text-horizontal-padding: 0;
      }
      .further {
        margin-inline: 0;
      }
    }
    .meaning {
      max-width: 80ch;
      margin-bottom: 10px;
    }
    .meaning p {
      margin: 0 0 8px;
    }
    /* Facts and what belongs to them side by side, where there is room for both. */
    .body {
      display: grid;
      gap: 4px 24px;
      grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
    }
    /* What stands below the facts begins at their end, however high the chart beside both is. */
    :host(.folders) .body {
      grid-template-rows: auto auto 1fr;
    }
    @media (min-width: 1180px) {
      :host(.folders) .further {
        grid-column: 1;
      }
    }
    .body > * {
      min-width: 0;
    }
    /* Facts above, and charts beside each other. */
    :host(.several) kenny-facts {
      grid-column: 1 / -1;
    }
    summary {
      padding: 12px 0;
      color: var(--ink-2);
      cursor: pointer;
    }
  `,
  host: { '[class.came-for]': 'cameFor()' },
})
export class SectionCard {
  readonly section = input.required<SectionHealth>();
  readonly definition = input<CatalogSection>();
  readonly thresholds = input<readonly Threshold[]>([]);
  /** As the PC sent it; undefined while it is on its way. */
  readonly payload = input<unknown>();
  /** Where its numbers go, soonest first. */
  readonly forecasts = input<readonly ForecastView[]>([]);
  /** Fields that are shown apart from its facts. */
  readonly apart = input<readonly string[]>([]);
  readonly explainable = input(false);
  readonly explaining = input(false);
  readonly explain = output<void>();
  /** Somebody followed a link to this check: it comes into view, and has the focus. */
  readonly cameFor = input(false);
  private readonly heading = viewChild<ElementRef<HTMLElement>>('heading');
  private readonly clock = inject(PageClock);

  constructor() {
    afterRenderEffect(() => {
      const heading = this.heading();
      if (heading && this.cameFor()) arriveAt(heading.nativeElement);
    });
  }

  /** On a phone what is wrong is said in a line; who opened a check that is fine wants all of it. */
  private readonly phone = onPhone();
  protected readonly folds = computed(() => this.phone() && needsAttention(this.section().status));
  protected readonly trendWords = trendWords;
  protected readonly title = computed(() => checkTitle(this.section().name));
  /** Fixed words cost nothing, and are there without a model. */
  /** Of a check that is well, what it means when it is not would be false. */
  protected readonly meaning = computed(() =>
    needsAttention(this.section().status) ? meaningOf(this.section().name) : undefined,
  );
  protected readonly guide = computed(() =>
    needsAttention(this.section().status) ? guideOf(this.section().name) : undefined,
  );
  protected readonly explained = linkedSignal({
    source: () => this.section().name,
    computation: () => false,
  });
  protected readonly rule = computed(() => {
    const { status } = this.section();
    if (!needsAttention(status)) return 'within limits';
    const fired = firedThresholds(this.thresholds(), this.payload(), status, this.clock.now());
    if (fired.length === 0) return 'reported by the PC';
    const alone = fired.length === 1;
    return fired
      .map((threshold) => limitWords(threshold, status, { alone }))
      .filter(Boolean)
      .join('; ');
  });
  protected readonly fact = computed(() => {
    const payload = this.payload();
    if (typeof payload !== 'object' || payload === null) return null;
    const hidden = [...FRAME, ...this.apart()];
    const facts = Object.entries(payload).filter(([name]) => !hidden.includes(name));
    if (facts.length === 0) return null;
    const definition = this.definition();
    const units = unitsOf(definition, this.thresholds());
    return factOf(Object.fromEntries(facts), definition?.payload, units);
  });
}
