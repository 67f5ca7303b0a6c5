import { CdkTextareaAutosize } from '@angular/cdk/text-field';
import type { ElementRef } from '@angular/core';
import {
  Component,
  computed,
  effect,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { CHAT_LIMITS } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { Drafts } from '../../core/chat/drafts';
import { FleetStore } from '../../core/fleet/fleet-store';
import { Mutation } from '../../core/http/mutation';
import { hasNeverConnected, NOT_CONNECTED_YET } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';

export interface Said {
  readonly message: string;
  readonly agentId: string | null;
  /** Joins the turn at work instead of waiting for its end. */
  readonly steer: boolean;
}

/** The message field; the text stays until the server has taken it. */
@Component({
  selector: 'kenny-composer',
  imports: [CdkTextareaAutosize, ErrorNote, MatButton],
  templateUrl: './composer.html',
  styleUrl: './composer.css',
})
export class Composer {
  private readonly drafts = inject(Drafts);
  private readonly fleet = inject(FleetStore);
  private readonly field = viewChild.required<ElementRef<HTMLTextAreaElement>>('field');
  /** Null: the one that begins with this message. */
  readonly session = input<string | null>(null);
  /** The PC that is meant when none is named. */
  readonly agentId = input<string | null>(null);
  /** A turn is at work, or waits. */
  readonly busy = input(false);
  /** Takes a message; rejects when it was not taken. */
  readonly send = input.required<(said: Said) => Promise<void>>();
  readonly stop = output<void>();

  protected readonly longest = CHAT_LIMITS.message;
  protected readonly text = signal('');
  protected readonly sending = new Mutation();
  protected readonly pc = signal<string | null>(null);
  /** By name; the ID tells two of one name apart. */
  protected readonly pcs = computed(() => {
    const all = this.fleet.agents();
    return all.map((pc) => {
      const { agent_id, name, online } = pc;
      const twice = all.some((other) => other.agent_id !== agent_id && other.name === name);
      const words = visibleText(twice ? `${name} · ${agent_id}` : name);
      const state = hasNeverConnected(pc) ? NOT_CONNECTED_YET.toLowerCase() : 'offline';
      return { agent_id, words: online ? words : `${words} (${state})` };
    });
  });
  /** The conversation may be about one that is gone, or that is not there yet. */
  protected readonly unknownPc = computed(() => {
    const pc = this.pc();
    return pc !== null && this.fleet.agent(pc) === undefined ? pc : null;
  });
  protected readonly empty = computed(() => this.text().trim() === '');

  constructor() {
    effect(() => {
      const session = this.session();
      untracked(() => {
        this.text.set(this.drafts.read(session));
        this.sending.clear();
      });
    });
    effect(() => this.pc.set(this.agentId()));
  }

  /** For whoever offers words to begin with. They stay here when they are not taken. */
  ask(text: string): void {
    this.typed(text);
    void this.say(false);
  }

  focus(): void {
    this.field().nativeElement.focus();
  }

  /** Kept as a draft. */
  typed(text: string): void {
    this.text.set(text);
    this.drafts.write(this.session(), text);
  }

  /** Enter sends, Shift+Enter breaks the line; neither while an IME composes. */
  protected byEnter(event: Event): void {
    if (!(event instanceof KeyboardEvent) || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void this.say(false);
  }

  protected async say(steer: boolean): Promise<void> {
    const message = this.text().trim();
    const session = this.session();
    if (message === '' || this.sending.busy()) return;
    await this.sending.run(async () => {
      await this.send()({ message, agentId: this.pc(), steer });
      this.drafts.write(session, '');
      if (this.session() === session) this.text.set('');
    });
  }

  protected choose(pc: string): void {
    this.pc.set(pc === '' ? null : pc);
  }
}
