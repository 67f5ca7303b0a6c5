import { Component, computed, inject, input, viewChild } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { ChatStarter } from '../../core/chat/chat-starter';
import { FleetStore } from '../../core/fleet/fleet-store';
import { Composer, type Said } from './composer';

const IDEAS = [
  'What needs me today, and why?',
  'Why is the disk filling up?',
  'What has changed on this PC lately?',
] as const;

/** Start of a conversation. */
@Component({
  selector: 'kenny-new-conversation',
  imports: [Composer, MatButton],
  template: `
    <h1>Chat</h1>
    <p>
      Ask Claude about your PCs. It looks at them with kenny’s tools and answers from what is there;
      before anything changes, you are asked.
    </p>
    <div class="ideas">
      @for (idea of ideas; track idea) {
        <button type="button" matButton="outlined" (click)="take(idea)">{{ idea }}</button>
      }
    </div>
    <kenny-composer [agentId]="chosen()" [send]="begin" />
  `,
  styles: `
    :host {
      display: block;
    }
    .ideas {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin: 0 0 24px;
    }
  `,
})
export class NewConversation {
  private readonly starter = inject(ChatStarter);
  private readonly fleet = inject(FleetStore);
  private readonly composer = viewChild.required(Composer);
  /** `?pc=`: where somebody came from. */
  readonly pc = input<string>();

  protected readonly ideas = IDEAS;
  /** Of one PC there is no doubt which one is meant. */
  protected readonly chosen = computed(() => {
    const only = this.fleet.size() === 1 ? this.fleet.agents()[0]?.agent_id : undefined;
    return this.pc() ?? only ?? null;
  });

  protected readonly begin = ({ message, agentId }: Said): Promise<void> =>
    this.starter.say(message, agentId);

  protected take(idea: string): void {
    this.composer().write(idea);
  }
}
