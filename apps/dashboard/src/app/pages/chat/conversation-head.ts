import { Component, computed, inject, input, linkedSignal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatInput, MatLabel } from '@angular/material/input';
import { Router, RouterLink } from '@angular/router';
import { CHAT_LIMITS } from '@kenny/contract/web';
import { ChatList } from '../../core/chat/chat-list';
import type { ChatHead, Conversation } from '../../core/chat/conversation';
import { asApiError, type ApiError } from '../../core/http/api-error';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { UntrustedText } from '../../ui/untrusted-text';
import { costWords } from './chat-words';

/** Name and owner of a conversation; rename and delete. */
@Component({
  selector: 'kenny-conversation-head',
  imports: [ErrorNote, MatButton, MatFormField, MatInput, MatLabel, RouterLink, UntrustedText],
  providers: [FIELD_LOOK],
  templateUrl: './conversation-head.html',
  styleUrl: './conversation-head.css',
})
export class ConversationHead {
  private readonly list = inject(ChatList);
  private readonly router = inject(Router);
  readonly head = input.required<ChatHead>();
  readonly mine = input.required<boolean>();
  readonly talk = input.required<Conversation>();

  protected readonly cost = computed(() => {
    const { cost } = this.head();
    return cost ? costWords(cost) : null;
  });
  protected readonly longest = CHAT_LIMITS.name;
  /** Reset when another conversation is opened. */
  protected readonly doing = linkedSignal<string, 'nothing' | 'naming' | 'deleting'>({
    source: () => this.head().id,
    computation: () => 'nothing',
  });
  protected readonly error = linkedSignal<string, ApiError | null>({
    source: () => this.head().id,
    computation: () => null,
  });

  protected rename(event: Event, name: string): Promise<void> {
    event.preventDefault();
    return this.trying(() => this.talk().rename(name.trim()));
  }

  protected remove(): Promise<void> {
    return this.trying(async () => {
      await this.talk().remove();
      await this.router.navigateByUrl('/chat');
    });
  }

  private async trying(act: () => Promise<unknown>): Promise<void> {
    this.error.set(null);
    try {
      await act();
      this.doing.set('nothing');
      await this.list.load();
    } catch (fault) {
      this.error.set(asApiError(fault));
    }
  }
}
