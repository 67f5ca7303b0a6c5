import { BreakpointObserver } from '@angular/cdk/layout';
import { NgTemplateOutlet } from '@angular/common';
import { Component, inject, input } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { RouterLink } from '@angular/router';
import { map } from 'rxjs';
import type { Chapter } from './guide-text';

/** Room for the list beside a line of full length; as Policy has its columns. */
const WIDE = '(min-width: 1200px)';

/** What is in a guide: beside it, and folded under its title where there is no room. */
@Component({
  selector: 'kenny-guide-contents',
  imports: [NgTemplateOutlet, RouterLink],
  template: `
    <nav aria-label="On this page">
      @if (wide()) {
        <p class="dim">On this page</p>
        <ng-container [ngTemplateOutlet]="list" />
      } @else {
        <details>
          <summary>On this page</summary>
          <ng-container [ngTemplateOutlet]="list" />
        </details>
      }
    </nav>
    <ng-template #list>
      <ul>
        @for (chapter of chapters(); track chapter.id) {
          <li>
            <a [routerLink]="[]" [fragment]="chapter.id">{{ chapter.title }}</a>
          </li>
        }
      </ul>
    </ng-template>
  `,
  styles: `
    :host {
      display: block;
      margin: 8px 0;
    }
    :host(.wide) {
      position: sticky;
      top: 24px;
      /* Over all that a guide has: beside its title alone, its height would push the text down. */
      grid-area: 1 / 2 / span 8;
      align-self: start;
      width: 200px;
      max-height: calc(100dvh - 48px);
      margin: 0 0 0 32px;
      overflow-y: auto;
    }
    p {
      margin: 0;
    }
    summary {
      padding: 8px 0;
      cursor: pointer;
    }
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    a {
      display: block;
      padding: 5px 2px;
      color: var(--ink-2);
      text-decoration: none;
    }
    a:hover {
      color: var(--ink);
      text-decoration: underline;
    }
    :is(a, summary):focus-visible {
      outline-offset: -2px;
    }
    @media (pointer: coarse) {
      :is(a, summary) {
        padding-block: 12px;
      }
    }
  `,
  host: { '[class.wide]': 'wide()' },
})
export class GuideContents {
  readonly chapters = input.required<readonly Chapter[]>();
  protected readonly wide = toSignal(
    inject(BreakpointObserver)
      .observe(WIDE)
      .pipe(map(({ matches }) => matches)),
    { initialValue: false },
  );
}
