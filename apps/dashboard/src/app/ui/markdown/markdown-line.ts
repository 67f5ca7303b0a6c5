import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { UntrustedText } from '../untrusted-text';
import { plainTextOf, type Inline } from './markdown-blocks';

/** Text within a line. Links say where they lead, and tell the other side nothing about us. */
@Component({
  selector: 'kenny-markdown-line',
  imports: [RouterLink, UntrustedText],
  template: `
    @for (part of parts(); track $index) {
      @switch (part.kind) {
        @case ('text') {
          <kenny-untrusted [text]="part.text" [whole]="true" />
        }
        @case ('code') {
          <code><kenny-untrusted [text]="part.text" [whole]="true" /></code>
        }
        @case ('strong') {
          <strong><kenny-markdown-line [parts]="part.children" /></strong>
        }
        @case ('em') {
          <em><kenny-markdown-line [parts]="part.children" /></em>
        }
        @case ('del') {
          <del><kenny-markdown-line [parts]="part.children" /></del>
        }
        @case ('link') {
          <a [href]="part.address" target="_blank" rel="noopener noreferrer nofollow"
            ><kenny-markdown-line [parts]="part.children"
          /></a>
          @if (!saysWhere(part.children, part.address)) {
            <span class="dim" [textContent]="' (' + part.address + ')'"></span>
          }
        }
        @case ('page') {
          <a [routerLink]="part.path" [fragment]="part.fragment"
            ><kenny-markdown-line [parts]="part.children"
          /></a>
        }
        @case ('break') {
          <br />
        }
      }
    }
  `,
  styles: `
    code {
      background: var(--hover);
      border-radius: 4px;
      padding: 1px 4px;
      overflow-wrap: anywhere;
    }
    a,
    span {
      overflow-wrap: anywhere;
    }
  `,
})
export class MarkdownLine {
  readonly parts = input.required<readonly Inline[]>();

  protected saysWhere(children: readonly Inline[], address: string): boolean {
    const text = plainTextOf(children);
    return text === address || `${text}/` === address;
  }
}
