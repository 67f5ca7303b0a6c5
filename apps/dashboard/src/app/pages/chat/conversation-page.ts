import { Component, computed, effect, inject, input, signal, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Router, RouterLink } from '@angular/router';
import { visibleText } from '@kenny/kernel';
import { ChatList } from '../../core/chat/chat-list';
import { Conversation } from '../../core/chat/conversation';
import { answerOf, isOver, type ShownTurn } from '../../core/chat/shown-turn';
import { Mutation } from '../../core/http/mutation';
import { pageName } from '../../core/navigation/page-title';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { requestPage } from '../../core/approvals/request-page';
import { spokenText } from '../../ui/markdown/markdown-blocks';
import { Composer, type Said } from './composer';
import { ConversationHead } from './conversation-head';
import { FollowBottom } from '../../ui/follow-bottom';
import type { Replies } from './question-form';
import { TurnView } from './turn-view';

/** How many turns are drawn at once. */
const DRAWN = 30;
/** Of an answer that is read aloud. */
const SPOKEN = 300;

/** One conversation: its turns and the composer. */
@Component({
  selector: 'kenny-conversation',
  imports: [Composer, ConversationHead, ErrorNote, FollowBottom, MatButton, RouterLink, TurnView],
  providers: [Conversation],
  templateUrl: './conversation-page.html',
  styleUrl: './conversation-page.css',
})
export class ConversationPage {
  protected readonly talk = inject(Conversation);
  private readonly list = inject(ChatList);
  private readonly router = inject(Router);
  private readonly me = inject(Session).me;
  readonly session = input.required<string>();

  private readonly drawn = signal(DRAWN);
  protected readonly action = new Mutation();
  protected readonly spoken = signal('');
  protected readonly turns = computed(() => this.talk.turns().slice(-this.drawn()));
  protected readonly folded = computed(() => this.talk.turns().length - this.turns().length);
  protected readonly mine = computed(() => this.talk.head()?.owner_id === this.me()?.id);
  protected readonly busy = computed(() => this.talk.active() !== undefined);

  protected readonly say = async ({ message, agentId, steer }: Said): Promise<void> => {
    const chosen = agentId !== null && agentId !== this.talk.head()?.agent_id;
    await this.talk.say(message, {
      ...(chosen ? { agent_id: agentId } : {}),
      ...(steer ? { behavior: 'steer' as const } : {}),
    });
  };

  constructor() {
    pageName(computed(() => this.talk.head()?.name));
    effect((onCleanup) => {
      const session = this.session();
      untracked(() => void this.talk.open(session));
      onCleanup(() => this.talk.close());
    });
    this.announce();
    // Close the sheet of a decided request.
    effect(() => {
      const waits = this.talk.active()?.status === 'waiting';
      if (this.talk.head() && !waits) untracked(() => this.leaveSheet());
    });
  }

  protected async earlier(): Promise<void> {
    if (this.folded() === 0) await this.action.run(() => this.talk.loadEarlier());
    this.drawn.update((count) => count + DRAWN);
  }

  protected again(message: string): Promise<void> {
    return this.action.run(() => this.talk.say(message));
  }

  protected stop(turn?: ShownTurn): Promise<void> {
    return this.action.run(() => this.talk.cancel(turn?.id));
  }

  protected answer({ question_id, answers }: Replies): Promise<void> {
    return this.action.run(() => this.talk.answer(question_id, answers));
  }

  /** Finished answers, not every piece of them; and the list shows what it says of this one. */
  private announce(): void {
    let before: ReadonlyMap<string, string> | undefined;
    effect(() => {
      const turns = this.talk.turns();
      if (!this.talk.head()) {
        before = undefined;
        return;
      }
      const open = turns.filter((turn) => !isOver(turn));
      const ended = turns.findLast((turn) => isOver(turn) && before?.has(turn.id));
      if (ended) this.spoken.set(wordsOf(ended));
      const changed = open.some(({ id, status }) => before?.get(id) !== status);
      const first = before === undefined;
      before = new Map(open.map(({ id, status }) => [id, status]));
      if (first || changed || ended) untracked(() => void this.list.load());
    });
  }

  private leaveSheet(): void {
    const home = this.router.createUrlTree(['/chat', this.session()]);
    const sheet = this.router.createUrlTree(['/chat', this.session(), 'approval']);
    if (!this.router.url.startsWith(`${sheet.toString()}/`)) return;
    void this.router.navigateByUrl(home, { replaceUrl: true });
  }
}

function wordsOf(turn: ShownTurn): string {
  if (turn.error) return `The turn failed: ${visibleText(turn.error.message)}`;
  if (turn.status === 'canceled') return 'The turn was stopped.';
  const words = visibleText(spokenText(answerOf(turn), { pageOf: requestPage }));
  return `Answer: ${words.length > SPOKEN ? `${words.slice(0, SPOKEN)}…` : words}`;
}
