import { Component, computed, inject } from '@angular/core';
import {
  needsApproval,
  NOT_PRIVATE,
  TOOL_CLASSES,
  type CatalogToolView,
} from '@kenny/contract/web';
import { CatalogStore } from '../../core/facts/catalog-store';
import { ASKS_BEFORE_PRIVATE_READS } from '../../core/facts/private-reads';
import { Session } from '../../core/session/session';
import { ResourceStateNote } from '../../ui/resource-state';

const YOURS = 'You read without asking, and so do Chat and your tasks: they have your rights.';
const LACKS =
  'You ask first as well, and so do Chat and your tasks: your token may not read private data.';

/** What only chooses a PC or shows what kenny knows runs nowhere. */
const isOnPc = ({ hidden, where, effect }: CatalogToolView): boolean =>
  !hidden && (where === 'agent' || effect === 'change');

/** The policy in a few answers: what runs without asking, for whom, and what needs approval. */
@Component({
  selector: 'kenny-what-runs',
  imports: [ResourceStateNote],
  template: `
    @if (catalog.value()) {
      <div class="answers">
        @for (answer of answers(); track answer.name) {
          <section
            class="panel"
            [attr.aria-labelledby]="answer.name + '-answer'"
            [attr.data-answer]="answer.name"
          >
            <h2 [id]="answer.name + '-answer'">
              {{ answer.title }} <span class="dim">{{ counted(answer.tools.length) }}</span>
            </h2>
            <p>{{ answer.words }}</p>
            <details>
              <summary>
                Show all<span class="unseen">: {{ answer.title }}</span>
              </summary>
              <ul>
                @for (tool of answer.tools; track tool.name) {
                  <li>{{ tool.title }}</li>
                }
              </ul>
            </details>
          </section>
        }
      </div>
    }
    <kenny-resource-state [of]="catalog" />
  `,
  styles: `
    :host {
      display: block;
    }
    .answers {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr));
      gap: 12px;
    }
    section {
      padding: 10px 16px;
      border-top: 4px solid var(--warn);
    }
    [data-answer='runs'] {
      border-top-color: var(--ok);
    }
    h2,
    p {
      margin: 0;
    }
    h2 .dim {
      font-weight: 400;
    }
    summary {
      width: max-content;
      padding: 8px 0 0;
      color: var(--accent);
      cursor: pointer;
    }
    ul {
      margin: 6px 0 4px;
      padding-left: 20px;
    }
    @media (pointer: coarse) {
      summary {
        padding: 13px 0;
      }
    }
  `,
})
export class WhatRuns {
  private readonly classes = inject(Session).me()?.classes ?? [];
  protected readonly catalog = inject(CatalogStore).ask();
  protected readonly answers = computed(() => {
    const tools = (this.catalog.value()?.tools ?? []).filter(isOnPc);
    const asks = (tool: CatalogToolView) => needsApproval(tool, TOOL_CLASSES);
    const isPrivate = (tool: CatalogToolView) => !asks(tool) && needsApproval(tool, NOT_PRIVATE);
    const mayRead = this.classes.includes('sensitive');
    return [
      {
        ...{ name: 'runs', title: 'Runs without asking' },
        words: 'As soon as you or an AI agent starts it. It only reads, and nothing private.',
        tools: tools.filter((tool) => !needsApproval(tool, NOT_PRIVATE)),
      },
      {
        ...{ name: 'private', title: 'Reads something private' },
        words: `${ASKS_BEFORE_PRIVATE_READS} ${mayRead ? YOURS : LACKS}`,
        tools: tools.filter(isPrivate),
      },
      {
        ...{ name: 'asks', title: 'Needs approval' },
        words:
          'Whatever changes a PC waits until a person approves: these tools, and each ready-made fix.',
        tools: tools.filter(asks),
      },
    ];
  });

  protected counted(count: number): string {
    return count === 1 ? '1 tool' : `${count} tools`;
  }
}
