import { Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import {
  needsApproval,
  NOT_PRIVATE,
  RISK_WORDS,
  TOOL_CLASSES,
  type CatalogToolView,
} from '@kenny/contract/web';
import { capitalised, firstFew, visibleText } from '@kenny/kernel';
import { CatalogStore } from '../../core/facts/catalog-store';
import { PRIVATE_READS } from '../../core/facts/private-reads';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { everyPage } from '../../core/http/every-page';
import { Session } from '../../core/session/session';
import { ResourceStateNote } from '../../ui/resource-state';

/** How many connections are named. */
const NAMED = 6;

/** Who reads private data at once, and who asks first. @param mayRead whether the reader may */
const whoReads = (mayRead: boolean) => [
  {
    who: 'You, Chat and your tasks',
    words: mayRead ? 'at once' : 'ask first: your token may not read private data',
  },
  { who: 'Programs under Connections', words: 'always ask first' },
  {
    who: 'Everybody else',
    words: 'asks first, unless an admin gave their token access to private data',
  },
];

/** What only chooses a PC or shows what kenny knows runs nowhere. */
const isOnPc = ({ hidden, where, effect }: CatalogToolView): boolean =>
  !hidden && (where === 'agent' || effect === 'change');

/** The policy in a few answers: what runs without asking, for whom, and what needs approval. */
@Component({
  selector: 'kenny-what-runs',
  imports: [ResourceStateNote, RouterLink],
  template: `
    @if (catalog.value() && known()) {
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
            @if (answer.who.length > 0) {
              <ul class="who">
                @for (one of answer.who; track one.who) {
                  <li>
                    <strong>{{ one.who }}</strong>: {{ one.words }}
                  </li>
                }
              </ul>
            }
            <details>
              <summary>
                Show all<span class="unseen">: {{ answer.title }}</span>
              </summary>
              <ul>
                @for (tool of answer.tools; track tool.name) {
                  <li>
                    {{ tool.title }}
                    @if (tool.effect === 'change' && tool.risk !== 'none') {
                      <span class="dim">· {{ riskWords[tool.risk] }}</span>
                    }
                  </li>
                }
              </ul>
            </details>
          </section>
        }
      </div>
      <p class="dim own">
        Which of the three a tool belongs to is fixed. You can be stricter below: with two approvals
        on a PC or a rule of your own. Who reads private data without asking, and which program may
        accept low-risk changes itself, is set for
        @if (isAdmin) {
          each <a routerLink="/settings/people">person</a> and each
          <a routerLink="/settings/connections">connection</a>.
        } @else {
          each person and each connection, by an admin.
        }
      </p>
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
    .own {
      margin-top: 10px;
    }
    .who {
      padding-left: 18px;
    }
    .who strong {
      font-weight: 560;
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
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  private readonly classes = this.session.me()?.classes ?? [];
  protected readonly isAdmin = this.session.reaches('admin');
  protected readonly riskWords = RISK_WORDS;
  protected readonly catalog = inject(CatalogStore).ask();
  /** Only an admin may list connections. */
  private readonly connections = apiResource({
    params: () => this.isAdmin || undefined,
    loader: () => everyPage((cursor) => this.api.tokens({ scope: 'mcp', cursor })),
  });
  /** What comes later would push the page away. */
  protected readonly known = computed(
    () => !this.isAdmin || this.connections.ready() || this.connections.error() !== null,
  );
  private readonly accepting = computed(() => {
    if (!this.isAdmin) return 'ask an admin which ones';
    const all = this.connections.value()?.items;
    if (!all) return 'could not be read; see Connections';
    const names = all
      .filter(({ elicitation }) => elicitation)
      .map(({ name, operator }) => `${visibleText(name)} of ${visibleText(operator.name)}`);
    return names.length > 0 ? firstFew(names, NAMED) : 'no program now';
  });
  protected readonly answers = computed(() => {
    const tools = (this.catalog.value()?.tools ?? []).filter(isOnPc);
    const asks = (tool: CatalogToolView) => needsApproval(tool, TOOL_CLASSES);
    const isPrivate = (tool: CatalogToolView) => !asks(tool) && needsApproval(tool, NOT_PRIVATE);
    return [
      {
        ...{ name: 'runs', title: 'Runs without asking' },
        words: 'As soon as you or an AI agent starts it. It only reads, and nothing private.',
        who: [],
        tools: tools.filter((tool) => !needsApproval(tool, NOT_PRIVATE)),
      },
      {
        ...{ name: 'private', title: 'Reads something private' },
        words: `${capitalised(PRIVATE_READS)}.`,
        who: whoReads(this.classes.includes('sensitive')),
        tools: tools.filter(isPrivate),
      },
      {
        ...{ name: 'asks', title: 'Needs approval' },
        words:
          'Whatever changes a PC waits until a person approves it: these tools, and each ready-made fix.',
        who: [
          {
            who: 'The one exception',
            words: 'a connected program that was allowed to may accept low-risk changes itself',
          },
          { who: 'Who has it', words: this.accepting() },
        ],
        tools: tools.filter(asks),
      },
    ];
  });

  protected counted(count: number): string {
    return count === 1 ? '1 tool' : `${count} tools`;
  }
}
