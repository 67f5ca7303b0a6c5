import { Component, computed, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import {
  fieldOf,
  wordsOf,
  type PermissionOptionView,
  type PermissionView,
  type TaskWaitView,
} from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { timeLeft } from '../../core/time/relative';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';

const KIND_WORDS: ReadonlyMap<string, string> = new Map([
  ['execute', 'run a command'],
  ['edit', 'change a file'],
  ['delete', 'delete a file'],
  ['move', 'move a file'],
  ['read', 'read a file'],
  ['fetch', 'open an address'],
]);

/** What an AI agent wants to do with tools of its own, on the server: a person decides each time. */
@Component({
  selector: 'kenny-permission-cards',
  imports: [ErrorNote, MatButton, UntrustedText],
  template: `
    @if (permissions.error(); as fault) {
      <kenny-error [error]="fault" [retryable]="true" (retry)="permissions.retry()" />
    }
    @if (!mayDecide() && waiting() !== '') {
      <p>The AI agent asks for permission. Only people who can approve may answer.</p>
    }
    @for (one of open(); track one.pending_id) {
      <section class="panel" aria-label="The AI agent asks for permission">
        <p>
          <strong><kenny-untrusted [text]="one.title" [whole]="true" /></strong>
          <span class="dim"> · expires in {{ left(one) }}</span>
        </p>
        <p class="dim">
          The AI agent wants to use a tool of its own: {{ kindWords(one) }}. It runs in its
          workspace on the server, not on a PC.
        </p>
        @if (command(one); as line) {
          <pre
            tabindex="0"
            aria-label="The command"
          ><kenny-untrusted look="code" [whole]="true" [text]="line" /></pre>
        }
        <p class="dim">The full request:</p>
        <pre
          tabindex="0"
          aria-label="All of its request"
        ><kenny-untrusted look="code" [whole]="true" [text]="text(one)" /></pre>
        @if (action.error(); as fault) {
          <kenny-error [error]="fault" />
        }
        <p class="acts">
          @for (option of ordered(one); track option.option_id) {
            <button
              type="button"
              [matButton]="isAllow(option) ? 'filled' : 'outlined'"
              [disabled]="action.busy()"
              (click)="answer(one, option)"
            >
              {{ isAllow(option) ? 'Allow once' : 'Deny' }}
            </button>
          }
        </p>
      </section>
    }
  `,
  styles: `
    section {
      padding: 8px 14px;
      margin: 12px 0;
    }
    pre {
      max-height: 50vh;
      overflow: auto;
      white-space: pre-wrap;
    }
    .acts {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 10px;
    }
  `,
})
export class PermissionCards {
  private readonly api = inject(ApiClient);
  private readonly clock = inject(PageClock);
  readonly taskId = input.required<string>();
  /** Of the task: read anew when another one waits. */
  readonly waits = input.required<readonly TaskWaitView[]>();

  protected readonly mayDecide = inject(Session).mayDecide;
  protected readonly action = new Mutation();
  private readonly answered = signal<ReadonlySet<string>>(new Set());
  protected readonly waiting = computed(() =>
    this.waits()
      .filter(({ kind }) => kind === 'permission')
      .map(({ id }) => id)
      .join(' '),
  );
  protected readonly permissions = apiResource({
    params: () =>
      this.waiting() === '' || !this.mayDecide() ? undefined : `${this.taskId()} ${this.waiting()}`,
    loader: () => this.api.taskPermissions(this.taskId()),
    subject: () => this.taskId(),
  });
  protected readonly open = computed(() => {
    const waiting = this.waiting().split(' ');
    const found = this.permissions.value()?.permissions ?? [];
    return found.filter(
      ({ pending_id, outcome }) =>
        outcome === null && waiting.includes(pending_id) && !this.answered().has(pending_id),
    );
  });

  /** What it would do, in words; a kind that is not known, as the agent says it. */
  protected kindWords({ kind }: PermissionView): string {
    return KIND_WORDS.get(kind) ?? kind;
  }

  protected isAllow({ kind }: PermissionOptionView): boolean {
    return kind === 'allow_once';
  }

  /** Those that count once; allowing comes last, beside the thumb. */
  protected ordered({ options }: PermissionView): PermissionOptionView[] {
    const rank = ({ kind }: PermissionOptionView) => (kind === 'allow_once' ? 1 : 0);
    const once = options.filter(({ kind }) => kind === 'allow_once' || kind === 'reject_once');
    return once.sort((a, b) => rank(a) - rank(b));
  }

  protected left({ expires_at }: PermissionView): string {
    return timeLeft(Date.parse(expires_at), this.clock.now());
  }

  /** Of a tool that runs one; the request itself is shown as well, whatever it says. */
  protected command({ shown }: PermissionView): string {
    const command = fieldOf(fieldOf(shown, 'rawInput'), 'command');
    return Array.isArray(command) ? command.map(String).join(' ') : wordsOf(command);
  }

  protected text({ shown }: PermissionView): string {
    return JSON.stringify(shown, null, 2);
  }

  protected answer(one: PermissionView, { option_id }: PermissionOptionView): Promise<void> {
    const { task_id, pending_id, shown_sha256 } = one;
    return this.action.run(async () => {
      await this.api.answerPermission(task_id, pending_id, { option_id, shown_sha256 });
      this.answered.update((known) => new Set([...known, pending_id]));
    });
  }
}
