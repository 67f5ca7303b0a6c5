import { booleanAttribute, Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CLIENTS_WORD, isClientsWord, toolTitle, type AuditRowView } from '@kenny/contract/web';
import { DOOR_WORDS, whoOf } from '../../core/approvals/call-words';
import { failedWords } from '../../core/approvals/failed-words';
import { ALREADY_DENIED, isAskedAgain } from '../../core/approvals/repeats';
import { tookWords } from '../../core/facts/quantity';
import { FleetStore } from '../../core/fleet/fleet-store';
import { absoluteTime } from '../../core/time/relative';
import { sentenceCase } from '../../core/words';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { AuditArgs } from './audit-args';
import { deedOfRow } from './deeds';
import { stepWords } from './stories';

const ASKED_AGAIN = 'Asked again';

/** One entry of the audit log in a line; opened, all of it. */
@Component({
  selector: 'kenny-audit-row',
  imports: [AuditArgs, RelativeTime, RouterLink, UntrustedText],
  templateUrl: './audit-row.html',
  styleUrls: ['../../ui/mood.css', './audit-row.css'],
})
export class AuditRow {
  private readonly fleet = inject(FleetStore);
  readonly row = input.required<AuditRowView>();
  /** It stands in the story of its request, which says what and where. */
  readonly inStory = input(false, { transform: booleanAttribute });
  /** What it was done with is not what the story shows. */
  readonly argsApart = input(false);
  /** What it is in the story. */
  readonly part = input<string | null>(null);
  protected readonly who = computed(() => whoOf(this.row().actor));
  /** Through what it came; nothing where kenny did it by itself. */
  protected readonly through = computed(() => DOOR_WORDS[this.row().door]);
  protected readonly what = computed(() => (this.isStep() ? this.step() : this.deed()));
  /** Of a request, which its story names; any other act says itself what it was. */
  private readonly isStep = computed(() => {
    const { tool, approval_id } = this.row();
    return this.inStory() && tool !== null && (approval_id !== null || isAskedAgain(this.row()));
  });
  private readonly deed = computed(() => {
    const { tool, target, kind } = this.row();
    if (tool !== null) return toolTitle(tool);
    const done = deedOfRow(this.row());
    if (!done) return target ?? sentenceCase(kind);
    return sentenceCase(done.did) + (done.named === null ? '' : ` “${done.named}”`);
  });
  /** A step of an approval, beside the tool that it is about; words for what was done say its kind. */
  protected readonly aside = computed(() =>
    this.inStory() || (this.row().tool === null && deedOfRow(this.row()))
      ? this.part()
      : this.step(),
  );
  private readonly step = computed(() => {
    const { actor, tool, target, kind } = this.row();
    if (isAskedAgain(this.row())) return ASKED_AGAIN;
    if (target === 'approve' && isClientsWord(actor)) return sentenceCase(CLIENTS_WORD.accepted);
    return tool !== null && target !== null ? stepWords(target) : sentenceCase(kind);
  });
  /** Steps may be seconds or days apart. */
  protected readonly exactly = computed(() => absoluteTime(Date.parse(this.row().at)));
  protected readonly where = computed(() => {
    const { agent_id } = this.row();
    return agent_id === null || this.inStory() ? null : this.fleet.nameOf(agent_id);
  });
  /** A step of a request that still waits went well, but nothing is OK yet. */
  protected readonly end = computed(() => {
    const { ok, kind } = this.row();
    if (isAskedAgain(this.row())) return ALREADY_DENIED;
    if (!ok) return failedWords(this.row());
    return kind === 'decision' ? '' : 'OK';
  });
  protected readonly took = computed(() => {
    const ms = this.row().duration_ms;
    return ms === null || isAskedAgain(this.row()) ? '' : tookWords(ms);
  });
  protected readonly ids = computed(() => {
    const { id, seq, tool, door, actor, agent_id, target, ...row } = this.row();
    const named: [string, string | null][] = [
      ['Row', `${seq}, ${id}`],
      ['Actor', `${actor.kind} ${actor.id}, ${actor.name}`],
      ['PC', agent_id],
      ['Tool', tool],
      ['Target', target],
      ['Door', door],
      ['Request ID', row.call_id],
      ['HTTP request ID', row.request_id],
      ['Hash', row.sha256],
      ['Hash before', row.prev_sha256],
    ];
    return named.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  });

  protected nameOf(agentId: string): string {
    return this.fleet.nameOf(agentId);
  }
}
