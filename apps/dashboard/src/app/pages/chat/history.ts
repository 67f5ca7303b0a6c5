import { Component, inject, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatInput, MatLabel } from '@angular/material/input';
import { RouterLink, RouterLinkActive } from '@angular/router';
import type { ChatSessionView } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ChatList } from '../../core/chat/chat-list';
import { FleetStore } from '../../core/fleet/fleet-store';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { PageSearch } from '../../ui/page-search';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { CHAT_STATE_WORDS } from './chat-words';

/** Debounce of the search. */
const PAUSE_MS = 250;

/** The user's conversations; an admin sees everybody's, with their owners. */
@Component({
  selector: 'kenny-history',
  imports: [
    ErrorNote,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    PageSearch,
    RelativeTime,
    RouterLink,
    RouterLinkActive,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './history.html',
  styleUrl: './history.css',
})
export class History {
  protected readonly list = inject(ChatList);
  private readonly fleet = inject(FleetStore);
  private readonly me = inject(Session).me;
  readonly opened = output<void>();
  readonly words = signal('');
  protected readonly stateWords = CHAT_STATE_WORDS;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    void this.list.search('');
  }

  protected search(words: string): void {
    this.words.set(words);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.list.search(words), PAUSE_MS);
  }

  protected titleOf({ name }: ChatSessionView): string {
    return visibleText(name ?? 'Untitled');
  }

  protected nameOf(agentId: string): string {
    return visibleText(this.fleet.nameOf(agentId));
  }

  protected isOthers({ owner_id }: ChatSessionView): boolean {
    return owner_id !== this.me()?.id;
  }
}
