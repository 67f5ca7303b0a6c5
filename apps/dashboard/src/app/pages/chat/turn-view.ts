import { Component, computed, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { requestPage } from '../../core/approvals/request-page';
import { isOver, wholeAnswerOf, type ShownTurn } from '../../core/chat/shown-turn';
import { CopyButton } from '../../ui/copy-button';
import { MarkdownText } from '../../ui/markdown/markdown-text';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { CallGroup } from './call-group';
import { usageWords } from './chat-words';
import { PendingCall } from './pending-call';
import { QuestionForm, type Replies } from './question-form';
import { SaidText } from './said-text';
import { rowsOf } from './turn-rows';

/** One question and what came of it. */
@Component({
  selector: 'kenny-turn',
  imports: [
    CallGroup,
    CopyButton,
    MarkdownText,
    MatButton,
    PendingCall,
    QuestionForm,
    RelativeTime,
    SaidText,
    UntrustedText,
  ],
  templateUrl: './turn-view.html',
  styleUrl: './turn-view.css',
})
export class TurnView {
  readonly turn = input.required<ShownTurn>();
  readonly session = input.required<string>();
  /** Whether the reader may speak here. */
  readonly mine = input(false);
  readonly again = output<string>();
  readonly withdraw = output<void>();
  readonly answered = output<Replies>();

  protected readonly requestPage = requestPage;
  protected readonly rows = computed(() => rowsOf(this.turn().parts));
  protected readonly over = computed(() => isOver(this.turn()));
  protected readonly answer = computed(() => wholeAnswerOf(this.turn()));
  protected readonly usage = computed(() => usageWords(this.turn().usage, this.turn().cost));
  /** Progress while nothing streams. */
  protected readonly doing = computed(() => {
    const { status, cancelRequested, parts } = this.turn();
    if (cancelRequested) return 'Stopping…';
    if (status === 'queued') return 'Waiting until the answer above is done.';
    if (status !== 'running') return '';
    const last = parts.at(-1);
    if (last?.kind === 'thinking') return 'Thinking…';
    return last?.kind === 'text' && last.open ? 'Writing…' : 'At work…';
  });
}
