import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import {
  askerTo,
  deedOf,
  hasApproved,
  isRequestOf,
  SECOND_PERSON,
} from '../../core/approvals/call-words';
import { TO_LOOK } from '../../core/navigation/sent-along';
import { showsRequests } from '../../core/notifications/requests-in-view';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { timeLeft } from '../../core/time/relative';
import { whyWords } from '../../core/tasks/task-words';
import { checkTitle, HEALTH_WORDS, NOT_CONNECTED_WHY, pcHealthWord } from '../../core/words';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { SameRan } from '../../ui/same-ran';
import { StatusDot } from '../../ui/status-dot';
import { TaskStateChip } from '../../ui/task-state-chip';
import { UntrustedText } from '../../ui/untrusted-text';
import { FixAsker } from '../pc/fix-asker';
import type { Matter } from './matters';
import { fixForWorst } from './fix-for-worst';

const PAGES: Readonly<Record<Matter['kind'], string>> = {
  ...{ pc: '/fleet', approval: '/approvals', task: '/tasks' },
};

/** One item of the list: PC, problem, since when, next step. */
@Component({
  selector: 'kenny-matter',
  imports: [
    Icon,
    MatButton,
    RelativeTime,
    RouterLink,
    SameRan,
    StatusDot,
    TaskStateChip,
    UntrustedText,
  ],
  templateUrl: './matter-row.html',
  styleUrl: './matter-row.css',
})
export class MatterRow {
  protected readonly whyNot = NOT_CONNECTED_WHY;
  private readonly approvals = inject(ApprovalsStore);
  private readonly clock = inject(PageClock);
  private readonly session = inject(Session);
  protected readonly fixes = inject(FixAsker);
  readonly matter = input.required<Matter>();
  /** The name of the PC, or the title of the task. */
  readonly pcName = input.required<string>();
  /** What is to be expected of it, in a sentence. */
  readonly expected = input<string>();

  protected readonly pc = computed(() => {
    const matter = this.matter();
    return matter.kind === 'pc' ? matter : null;
  });
  /** What has lasted since: the number beside it may be newer. */
  protected readonly state = computed(() => {
    const health = this.pc()?.health;
    return health ? HEALTH_WORDS[health].toLowerCase() : '';
  });
  /** Its whole row opens it; on a phone what is urgent has a button there too. */
  protected readonly isRow = computed(() => this.pc() !== null && this.pc()?.health !== 'crit');
  protected readonly fix = fixForWorst(this.pc);
  /** What is asked for on it already stands in a row of its own. */
  protected readonly requests = computed(() => {
    const id = this.pc()?.id;
    const count = this.approvals.waiting().filter(({ agent_id }) => agent_id === id).length;
    if (count === 0) return '';
    return count === 1 ? '1 request waits for approval' : `${count} requests wait for approval`;
  });
  protected readonly call = computed(() => {
    const matter = this.matter();
    return matter.kind === 'approval' ? matter.approval : null;
  });
  protected readonly asker = computed(() => {
    const call = this.call();
    return call && askerTo(this.session.me(), call);
  });
  protected readonly mine = computed(() => {
    const call = this.call();
    return call !== null && isRequestOf(call, this.session.me());
  });
  protected readonly task = computed(() => {
    const matter = this.matter();
    return matter.kind === 'task' ? matter.task : null;
  });
  protected readonly why = computed(() => {
    const task = this.task();
    return task ? whyWords(task) : null;
  });
  protected readonly secondPerson = SECOND_PERSON;
  protected readonly healthWord = pcHealthWord;
  protected readonly toLook = TO_LOOK;
  protected readonly deedOf = deedOf;
  protected readonly approvedByMe = computed(() => {
    const call = this.call();
    return call !== null && hasApproved(call, this.session.me());
  });
  protected readonly link = computed(() => {
    const { kind, id } = this.matter();
    return [PAGES[kind], id];
  });
  /** The PC's page opens this check. */
  protected readonly finding = computed(() => {
    const section = this.pc()?.section;
    return section ? { check: section.name } : {};
  });
  /** A request is decided; all else is opened, whatever helps there. */
  protected readonly step = computed(() =>
    this.call() && !this.approvedByMe() ? 'Review' : 'Open',
  );
  protected readonly title = computed(() => checkTitle(this.pc()?.section?.name ?? ''));
  protected readonly left = computed(() =>
    timeLeft(Date.parse(this.call()?.approve_by ?? ''), this.clock.now()),
  );

  constructor() {
    showsRequests(computed(() => [this.call()?.id ?? '']));
  }
}
