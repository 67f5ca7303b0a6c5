import { CdkTextareaAutosize } from '@angular/cdk/text-field';
import { Component, computed, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatInput, MatLabel } from '@angular/material/input';
import { TASK_LIMITS } from '@kenny/contract/web';
import { Mutation } from '../../core/http/mutation';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';

/** The next prompt; the text stays until the server has taken it. */
@Component({
  selector: 'kenny-task-composer',
  imports: [CdkTextareaAutosize, ErrorNote, MatButton, MatFormField, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    @if (sending.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    @if (waiting() > 0) {
      <p class="dim">
        {{ waiting() === 1 ? '1 reply waits' : waiting() + ' replies wait' }} until the work before
        is done.
      </p>
    } @else if (busy()) {
      <p class="dim" [class.until-typed]="empty()">
        <em>Send next</em> waits until the work before it is done.
      </p>
    }
    <form (submit)="$event.preventDefault(); say()">
      <mat-form-field>
        <mat-label>Reply</mat-label>
        <textarea
          #field
          matInput
          cdkTextareaAutosize
          cdkAutosizeMinRows="1"
          cdkAutosizeMaxRows="12"
          [maxLength]="longest"
          [value]="text()"
          (input)="text.set(field.value)"
          (keydown.enter)="byEnter($event)"
        ></textarea>
      </mat-form-field>
      <button type="submit" matButton="filled" [disabled]="empty() || sending.busy()">
        {{ busy() ? 'Send next' : 'Send' }}
      </button>
    </form>
  `,
  styles: `
    :host {
      display: block;
    }
    form {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 8px;
      align-items: end;
    }
    textarea {
      resize: none;
    }
    button {
      margin-bottom: 6px;
    }
    p {
      margin: 4px 0 8px;
    }
    /* A phone has no room for what is of use only once something is written. */
    @media (max-width: 760px) {
      .until-typed {
        display: none;
      }
      button {
        margin-bottom: 1px;
      }
    }
  `,
})
export class TaskComposer {
  /** A turn is at work: what is sent waits for its end. */
  readonly busy = input(false);
  readonly waiting = input(0);
  /** Takes a prompt; rejects when it was not taken. */
  readonly send = input.required<(prompt: string) => Promise<void>>();

  protected readonly longest = TASK_LIMITS.prompt;
  protected readonly text = signal('');
  protected readonly sending = new Mutation();
  protected readonly empty = computed(() => this.text().trim() === '');

  /** Enter sends, Shift+Enter breaks the line; neither while an IME composes. */
  protected byEnter(event: Event): void {
    if (!(event instanceof KeyboardEvent) || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void this.say();
  }

  protected async say(): Promise<void> {
    const prompt = this.text().trim();
    if (prompt === '' || this.sending.busy()) return;
    await this.sending.run(async () => {
      await this.send()(prompt);
      this.text.set('');
    });
  }
}
