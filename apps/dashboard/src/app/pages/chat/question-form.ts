import { Component, computed, inject, input, linkedSignal, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatInput, MatLabel } from '@angular/material/input';
import { QUESTION_LIMITS, type ChatQuestion, type QuestionReply } from '@kenny/contract/web';
import { PageClock } from '../../core/time/clock';
import { timeLeft } from '../../core/time/relative';
import { FIELD_LOOK } from '../../ui/field-look';
import { UntrustedText } from '../../ui/untrusted-text';

/** What somebody answered; null: there will be no answer. */
export interface Replies {
  readonly question_id: string;
  readonly answers: QuestionReply[] | null;
}

/** The model asks the operator. Its words are data: an answer approves nothing. */
@Component({
  selector: 'kenny-question-form',
  imports: [MatButton, MatFormField, MatInput, MatLabel, UntrustedText],
  providers: [FIELD_LOOK],
  templateUrl: './question-form.html',
  styleUrl: './question-form.css',
})
export class QuestionForm {
  private readonly clock = inject(PageClock);
  readonly question = input.required<ChatQuestion>();
  readonly mine = input(false);
  readonly answered = output<Replies>();

  protected readonly longest = QUESTION_LIMITS.answer;
  protected readonly left = computed(() =>
    timeLeft(Date.parse(this.question().answer_by), this.clock.now()),
  );
  /** One to each question. */
  protected readonly answers = linkedSignal<readonly string[]>(() =>
    this.question().questions.map(() => ''),
  );
  protected readonly complete = computed(() =>
    this.answers().every((answer) => answer.trim() !== ''),
  );

  protected answer(at: number, text: string): void {
    this.answers.update((answers) => answers.with(at, text));
  }

  protected send(event: Event): void {
    event.preventDefault();
    if (!this.complete()) return;
    const answers = this.question().questions.map(({ question }, at) => ({
      question,
      answer: (this.answers()[at] ?? '').trim(),
    }));
    this.answered.emit({ question_id: this.question().id, answers });
  }

  protected decline(): void {
    this.answered.emit({ question_id: this.question().id, answers: null });
  }
}
