import { NgTemplateOutlet } from '@angular/common';
import {
  afterRenderEffect,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  linkedSignal,
} from '@angular/core';
import { takeUntilDestroyed, toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, NavigationSkipped, Router, RouterLink } from '@angular/router';
import { apiResource } from '../../core/http/api-resource';
import { arriveAt } from '../../ui/arrive-at';
import { MarkdownLine } from '../../ui/markdown/markdown-line';
import { MarkdownBlocks } from '../../ui/markdown/markdown-text';
import { ResourceStateNote } from '../../ui/resource-state';
import { GuideContents } from './guide-contents';
import { ALL_GUIDES, loadGuide } from './guide-file';
import { GuideSearch } from './guide-search';
import { chaptersOf, FOR_DEVELOPERS, guideParts } from './guide-text';

/** One of the guides that come with this server. */
@Component({
  selector: 'kenny-guide',
  imports: [
    GuideContents,
    GuideSearch,
    MarkdownBlocks,
    MarkdownLine,
    NgTemplateOutlet,
    ResourceStateNote,
    RouterLink,
  ],
  template: `
    @if (name() !== all) {
      <p class="up"><a routerLink="/guides">All guides</a></p>
    }
    @if (title(); as title) {
      <h1 tabindex="-1" [id]="title.id"><kenny-markdown-line [parts]="title.title" /></h1>
    }
    @if (name() === all && text.value(); as list) {
      <kenny-guide-search [list]="list" [(words)]="searched" />
    }
    @if (chapters().length > 0) {
      <kenny-guide-contents [chapters]="chapters()" />
    }
    <kenny-resource-state [of]="text" loading="Loading the guide…" />
    @if (text.value() === null) {
      <h1>No such guide</h1>
    }
    <!-- Not there before its text: the title would push it away. -->
    @if (rest().length > 0 && searched().trim() === '') {
      <div>
        <ng-container [ngTemplateOutlet]="drawn" [ngTemplateOutletContext]="{ parts: open() }" />
        @if (folded(); as fold) {
          <details class="fold">
            <summary [id]="fold.heading.id">
              <kenny-markdown-line [parts]="fold.heading.title" />
            </summary>
            <ng-container
              [ngTemplateOutlet]="drawn"
              [ngTemplateOutletContext]="{ parts: fold.parts }"
            />
          </details>
        }
      </div>
    }
    <ng-template #drawn let-parts="parts">
      @for (part of parts; track $index) {
        @if ('blocks' in part) {
          <kenny-markdown-blocks [blocks]="part.blocks" />
        } @else if (part.level === 2) {
          <h2 tabindex="-1" [id]="part.id"><kenny-markdown-line [parts]="part.title" /></h2>
        } @else {
          <h3 tabindex="-1" [id]="part.id"><kenny-markdown-line [parts]="part.title" /></h3>
        }
      }
    </ng-template>
  `,
  styles: `
    :host {
      display: grid;
      grid-template-columns: minmax(0, 80ch);
    }
    /* The list of all guides: chapters side by side, each of them whole. */
    :host(.list) {
      grid-template-columns: minmax(0, 1120px);
    }
    :host(.list) > div {
      columns: 2 380px;
      column-gap: 48px;
    }
    :host(.list) :is(h2, details) {
      column-span: all;
    }
    :host(.list) h3 {
      break-after: avoid;
    }
    :host(.list) h2 + h3 {
      margin-top: 0;
    }
    :host(.list) kenny-markdown-blocks {
      display: block;
      break-inside: avoid;
    }
    .up {
      grid-column: 1;
      margin: 0 0 4px;
    }
    h1 {
      margin-bottom: 12px;
    }
    h2 {
      margin: 36px 0 8px;
      font-size: 20px;
    }
    h3 {
      margin: 24px 0 8px;
      font-size: 15px;
    }
    summary {
      width: max-content;
      margin: 36px 0 0;
      padding: 8px 0;
      font-size: 20px;
      font-weight: 600;
      cursor: pointer;
    }
    /* It has the focus only to be read from, and takes no keys. */
    :is(h1, h2, h3) {
      scroll-margin-top: 24px;
      outline: none;
    }
  `,
  host: { '[class.list]': 'name() === all' },
})
export class Guide {
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  readonly name = input.required<string>();
  protected readonly all = ALL_GUIDES;
  private readonly fragment = toSignal(inject(ActivatedRoute).fragment);

  /** Null: there is none of that name. */
  protected readonly text = apiResource({ params: () => this.name(), loader: loadGuide });
  private readonly parts = computed(() => guideParts(this.text.value() ?? '', this.name()));
  /** What is looked for in the guides: as long as it is, their list makes room. */
  protected readonly searched = linkedSignal({ source: this.name, computation: () => '' });
  protected readonly title = computed(() => {
    const [first] = this.parts();
    return first && 'id' in first && first.level === 1 ? first : undefined;
  });
  protected readonly rest = computed(() => this.parts().slice(this.title() ? 1 : 0));
  /** What only developers read comes last, and is folded. */
  private readonly foldAt = computed(() =>
    this.rest().findIndex((part) => 'id' in part && part.id === FOR_DEVELOPERS),
  );
  protected readonly open = computed(() => {
    const at = this.foldAt();
    return at < 0 ? this.rest() : this.rest().slice(0, at);
  });
  protected readonly folded = computed(() => {
    const at = this.foldAt();
    const heading = this.rest()[at];
    if (!heading || !('id' in heading)) return null;
    return { heading, parts: this.rest().slice(at + 1) };
  });
  protected readonly chapters = computed(() => chaptersOf(this.parts()));

  constructor() {
    afterRenderEffect(() => this.arrive());
    // A link to where one is already leads nowhere, and then the router goes to the top.
    inject(Router)
      .events.pipe(takeUntilDestroyed())
      .subscribe((event) => {
        if (event instanceof NavigationSkipped) setTimeout(() => this.arrive());
      });
  }

  private arrive(): void {
    const id = this.fragment();
    if (this.parts().length === 0 || !id) return;
    const heading = this.element.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
    heading?.closest('details')?.setAttribute('open', '');
    // The router goes to the top of a new page first.
    if (heading) setTimeout(() => arriveAt(heading));
  }
}
