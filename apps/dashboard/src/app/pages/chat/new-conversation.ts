import {
  afterRenderEffect,
  Component,
  computed,
  effect,
  inject,
  input,
  untracked,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { SectionName } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ChatStarter } from '../../core/chat/chat-starter';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { Icon } from '../../ui/icon';
import { CHAT_KEY_FIELD } from '../navigation';
import { Composer, type Said } from './composer';

/** The check that has the question about space. */
const DISK: SectionName = 'disk';

const ABOUT_ONE = [
  'Is everything all right with this PC?',
  'Is its disk filling up?',
  'Does it need a restart?',
] as const;
/** Nothing can be looked at there now: what is known of it. */
const ABOUT_ONE_AWAY = [
  'Was everything all right with this PC when it was last seen?',
  'What happened on it lately?',
] as const;

/** Start of a conversation. */
@Component({
  selector: 'kenny-new-conversation',
  imports: [Composer, Icon, MatButton, RouterLink],
  template: `
    <h1>Chat</h1>
    <p>
      Ask Claude about your PCs. It looks at them and answers from what it finds. Before anything
      changes, you are asked.
    </p>
    @if (keyless()) {
      <div class="panel">
        <p><strong>Chat needs an Anthropic API key.</strong></p>
        <p>
          Create one at <strong>console.anthropic.com</strong>, then save it in kenny. Anthropic
          bills by usage. Everything else in kenny works without it.
        </p>
        @if (isAdmin) {
          <p>
            <a matButton="filled" [routerLink]="field.path" [fragment]="field.fragment"
              >Add a key</a
            >
          </p>
        } @else {
          <p>Ask an admin to save it under Settings.</p>
        }
      </div>
    } @else if (known()) {
      <kenny-composer [agentId]="chosen()" [send]="begin" />
      <h2 id="ideas">For example</h2>
      <ul class="panel" aria-labelledby="ideas">
        @for (idea of ideas(); track idea) {
          <li>
            <button type="button" (click)="take(idea)">
              {{ idea }}<kenny-icon name="chevron-right" />
            </button>
          </li>
        }
      </ul>
    }
  `,
  styles: `
    :host {
      display: block;
    }
    p {
      max-width: 620px;
    }
    h2 {
      margin: 20px 0 8px;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
      overflow: hidden;
    }
    li + li {
      border-top: 1px solid var(--line);
    }
    li button {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 12px;
      width: 100%;
      min-height: 46px;
      padding: 8px 16px;
      border: 0;
      font: inherit;
      color: inherit;
      text-align: start;
      background: none;
      cursor: pointer;
    }
    li button:hover {
      background: var(--hover);
    }
    li button:focus-visible {
      outline-offset: -2px;
    }
    kenny-icon {
      color: var(--ink-2);
    }
    div.panel {
      padding: 6px 18px;
    }
  `,
})
export class NewConversation {
  protected readonly field = CHAT_KEY_FIELD;
  private readonly starter = inject(ChatStarter);
  private readonly fleet = inject(FleetStore);
  private readonly composer = viewChild(Composer);
  private readonly session = inject(Session);
  private readonly api = inject(ApiClient);
  private readonly key = apiResource({
    params: () => (this.session.reaches('operator') ? true : undefined),
    loader: () => this.api.chatKey(),
  });
  protected readonly isAdmin = this.session.reaches('admin');
  /** What was drawn before would be pushed away by the other. */
  protected readonly known = computed(() => !this.key.busy());
  protected readonly keyless = computed(() => this.key.value()?.source === null);
  /** `?pc=`: where somebody came from. */
  readonly pc = input<string>();
  /** `?ask=`: what they have written already. */
  readonly ask = input<string>();

  /** Of one PC, or of all: the one whose disk is the fullest by its own name. */
  protected readonly ideas = computed<readonly string[]>(() => {
    const pc = this.pc();
    if (pc !== undefined)
      return this.fleet.agent(pc)?.online === false ? ABOUT_ONE_AWAY : ABOUT_ONE;
    const full = this.fleet.agents().find(({ worst }) => worst?.name === DISK);
    return [
      'Which PCs need me today, and why?',
      'Is everybody’s virus protection on?',
      full ? `Why is ${visibleText(full.name)} nearly full?` : 'Is any disk filling up?',
    ];
  });
  /** Of one PC there is no doubt which one is meant. */
  protected readonly chosen = computed(() => {
    const only = this.fleet.size() === 1 ? this.fleet.agents()[0]?.agent_id : undefined;
    return this.pc() ?? only ?? null;
  });

  constructor() {
    // Whoever comes from a PC is here to ask about it.
    afterRenderEffect(() => {
      if (this.pc() !== undefined || this.ask() !== undefined) this.composer()?.focus();
    });
    effect(() => {
      const [words, composer] = [this.ask(), this.composer()];
      if (words !== undefined) untracked(() => composer?.typed(words));
    });
  }

  protected readonly begin = ({ message, agentId }: Said): Promise<void> =>
    this.starter.say(message, agentId);

  /** Asked at once: none of them changes anything by itself. */
  protected take(idea: string): void {
    this.composer()?.ask(idea);
  }
}
