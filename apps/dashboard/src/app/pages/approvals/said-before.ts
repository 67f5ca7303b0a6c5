import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { MarkdownText } from '../../ui/markdown/markdown-text';
import { MissingNote } from '../../ui/missing-note';

/** What a model said right before it asked: its words as they are meant, which lead nowhere. */
@Component({
  selector: 'kenny-said-before',
  imports: [MarkdownText, MissingNote, NgTemplateOutlet, RouterLink],
  template: `
    @if (inside()) {
      <details>
        <summary>What the model said before <span class="dim">(unverified)</span></summary>
        <ng-container *ngTemplateOutlet="words" />
      </details>
    } @else {
      <h3>What the model said before <span class="dim">(unverified)</span></h3>
      <ng-container *ngTemplateOutlet="words" />
    }
    <ng-template #words>
      <div class="said" tabindex="0" role="region" aria-label="What the model said before">
        @if (said.value(); as words) {
          @if (words.text; as text) {
            @if (words.cut) {
              <span class="dim">The end of it:</span>
            }
            <kenny-markdown [text]="text" [links]="false" />
          } @else {
            <p class="dim">Nothing: it gave no explanation.</p>
          }
        } @else if (notTheirs()) {
          <p class="dim">The conversation was deleted, or you may not read it.</p>
        } @else if (said.error(); as fault) {
          <kenny-missing what="What the model said" [error]="fault" (retry)="said.reload()" />
        } @else {
          <p class="dim later">Loading…</p>
        }
      </div>
    </ng-template>
    @if (!notTheirs() && !inside()) {
      <a [routerLink]="['/chat', session()]">Open the conversation</a>
    }
  `,
  styles: `
    :host {
      display: block;
      padding: 14px 20px;
      border-top: 1px solid var(--line);
    }
    h3 {
      font-size: 13px;
      margin: 8px 0 4px;
    }
    summary {
      padding: 4px 0;
      font-size: 13px;
      cursor: pointer;
    }
    /* Of one height before and after it has come: the buttons below stay where they are. */
    .said {
      height: 68px;
      padding: 4px 10px;
      border-left: 3px solid var(--line);
      overflow-y: auto;
    }
    p {
      margin: 0;
    }
    a {
      scroll-margin-bottom: 190px;
    }
  `,
})
export class SaidBefore {
  private readonly api = inject(ApiClient);
  /** ID of the request. */
  readonly approval = input.required<string>();
  /** Of the conversation. */
  readonly session = input.required<string>();
  /** It is open around this, where the same words stand right above: they are folded. */
  readonly inside = input(false);
  protected readonly said = apiResource({
    params: () => this.approval(),
    loader: (id) => this.api.saidBefore(id),
  });
  /** A conversation is its owner's and the admins'; to others it does not exist. */
  protected readonly notTheirs = computed(() => this.said.error()?.code === 'not_found');
}
