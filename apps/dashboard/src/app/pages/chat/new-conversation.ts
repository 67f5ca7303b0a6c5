import { afterRenderEffect, Component, computed, inject, input, viewChild } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { ChatStarter } from '../../core/chat/chat-starter';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { CHAT_KEY_FIELD } from '../navigation';
import { Composer, type Said } from './composer';

const IDEAS = [
  'What needs me today, and why?',
  'Why is the disk filling up?',
  'What has changed on this PC lately?',
] as const;

/** Start of a conversation. */
@Component({
  selector: 'kenny-new-conversation',
  imports: [Composer, MatButton, RouterLink],
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
      <div class="ideas">
        @for (idea of ideas; track idea) {
          <button type="button" matButton="outlined" (click)="take(idea)">{{ idea }}</button>
        }
      </div>
      <kenny-composer [agentId]="chosen()" [send]="begin" />
    }
  `,
  styles: `
    :host {
      display: block;
    }
    p {
      max-width: 620px;
    }
    .ideas {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin: 0 0 24px;
    }
    .panel {
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

  protected readonly ideas = IDEAS;
  /** Of one PC there is no doubt which one is meant. */
  protected readonly chosen = computed(() => {
    const only = this.fleet.size() === 1 ? this.fleet.agents()[0]?.agent_id : undefined;
    return this.pc() ?? only ?? null;
  });

  constructor() {
    // Whoever comes from a PC is here to ask about it.
    afterRenderEffect(() => {
      if (this.pc() !== undefined) this.composer()?.focus();
    });
  }

  protected readonly begin = ({ message, agentId }: Said): Promise<void> =>
    this.starter.say(message, agentId);

  protected take(idea: string): void {
    this.composer()?.write(idea);
  }
}
