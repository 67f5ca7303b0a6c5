import { Component, computed, input } from '@angular/core';
import { CopyButton } from '../copy-button';
import { UntrustedText } from '../untrusted-text';
import { markdownBlocks, type Block, type MarkdownLinks } from './markdown-blocks';
import { MarkdownLine } from './markdown-line';

/** Blocks below each other; those of lists and quotes are drawn by the same piece. */
@Component({
  selector: 'kenny-markdown-blocks',
  imports: [CopyButton, MarkdownLine, UntrustedText],
  templateUrl: './markdown-text.html',
  styleUrl: './markdown-text.css',
})
export class MarkdownBlocks {
  readonly blocks = input.required<readonly Block[]>();
}

/**
 * What a model wrote, with the little of Markdown that helps reading. No element, address or picture
 * comes from the text: each is one of ours, and what is in it is text.
 */
@Component({
  selector: 'kenny-markdown',
  imports: [MarkdownBlocks],
  template: `<kenny-markdown-blocks [blocks]="blocks()" />`,
})
export class MarkdownText {
  readonly text = input.required<string>();
  /** Without, an address is text like any other, where nobody should be led away. */
  readonly links = input(true);
  /** What leads to a page of ours; of a model's text, only a page where nothing happens by opening it. */
  readonly pageOf = input<NonNullable<MarkdownLinks['pageOf']>>(() => null);
  protected readonly blocks = computed(() =>
    markdownBlocks(this.text(), { links: this.links(), pageOf: this.pageOf() }),
  );
}
