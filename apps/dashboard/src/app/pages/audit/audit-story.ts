import { Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CallTeller } from '../../core/approvals/call-teller';
import { denialOf, isAskedAgain } from '../../core/approvals/repeats';
import { FleetStore } from '../../core/fleet/fleet-store';
import { clockWords } from '../../core/time/relative';
import { sentenceCase } from '../../core/words';
import { CallSentence } from '../../ui/call-sentence';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { AuditArgs } from './audit-args';
import { AuditRow } from './audit-row';
import { whoOf } from '../../core/approvals/call-words';
import { isLook, LOOK_WORDS } from './looks';
import { actOf, endOf, sentenceOf, stepsOf, taskOf, type Story } from './stories';
import { startedTask } from './task-starts';

/** After these the task is there to be seen; boards have others. */
const TASK_STEPS = new Set<unknown>(['start', 'prompt', 'stop', 'complete', 'dequeue']);

/** One request in a sentence: who decided, what, where, asked by whom, and how it ended. */
@Component({
  selector: 'kenny-audit-story',
  imports: [AuditArgs, AuditRow, CallSentence, Icon, RelativeTime, RouterLink, UntrustedText],
  templateUrl: './audit-story.html',
  styleUrls: ['../../ui/mood.css', './audit-row.css'],
})
export class AuditStory {
  private readonly fleet = inject(FleetStore);
  private readonly teller = inject(CallTeller);
  readonly story = input.required<Story>();

  /** What is closed is not drawn. */
  protected readonly open = signal(false);
  protected readonly newest = computed(() => stepsOf(this.story())[0]);
  /** What the sentence tells: its time and whoever did it. */
  protected readonly act = computed(() => actOf(this.story()));
  /** As it happened. */
  protected readonly steps = computed(() => {
    const { rows } = this.story();
    return rows.toReversed().map((row) => ({ row, aside: isLook(row, rows) ? LOOK_WORDS : null }));
  });
  protected readonly sentence = computed(() => sentenceOf(this.story(), this.fix()));
  protected readonly end = computed(() => endOf(this.story()));
  protected readonly moment = computed(() => clockWords(Date.parse(this.act().at)));
  /** A PC by its name, as everywhere. */
  protected readonly actor = computed(() => {
    const { actor } = this.act();
    if (actor.kind === 'agent') return this.nameOf(actor.id);
    return this.sentence()?.who ?? whoOf(actor);
  });
  /** Of a row that there are no words for. */
  protected readonly what = computed(() => {
    const { target, kind } = this.newest();
    return target === null ? sentenceCase(kind) : `${sentenceCase(kind)}, ${target}`;
  });
  /** Who asked and who decided. */
  protected readonly people = computed(() => {
    const actors = this.story().rows.map(({ actor }) => actor);
    const people = actors.filter(({ kind }) => kind !== 'system' && kind !== 'agent');
    return [...new Map(people.map((actor) => [actor.id, actor])).values()];
  });
  /** The task whose AI agent asked. */
  protected readonly asker = computed(() => taskOf(this.story()));
  /** That one, or the one that something was done with. */
  protected readonly task = computed(() => {
    const { kind, target, args } = this.act();
    const begun = startedTask(this.story()) !== null;
    const done = begun || (kind === 'task' && TASK_STEPS.has(args?.['action']));
    return this.asker()?.id ?? (done ? target : null);
  });
  /** The steps of a request all have the arguments, or none has; other acts have their own. */
  protected readonly asked = computed(
    () => [this.act(), ...this.story().rows].find(({ args }) => args !== null) ?? this.newest(),
  );

  /** Of what was asked again: the request that was denied. */
  protected readonly denial = computed(() => denialOf(this.newest()));

  /** Of a request: what it does, in the sentence that whoever approved it has read. */
  protected readonly call = computed(() => {
    const { tool, args, agent_id, approval_id } = this.asked();
    if (tool === null || agent_id === null) return null;
    if (approval_id === null && !isAskedAgain(this.asked())) return null;
    return args === null ? null : { tool, args, agent_id };
  });

  private readonly fix = computed(() => {
    const call = this.call();
    return call === null ? undefined : this.teller.tell(call).title;
  });

  protected nameOf(agentId: string): string {
    return this.fleet.nameOf(agentId);
  }
}
